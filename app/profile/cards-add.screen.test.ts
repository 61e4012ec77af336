import { expect, test, vi } from 'vitest'

import { testContext, textsIn } from '../../tests/support/test-context'
import { log } from '~/platform/log.server'
import { limitTable } from '~/limits/limit-table.server'

import { action, loader } from './cards-add.screen'

const { shopper, sandbox, getCalls, spoil, refuse } = testContext()
const MERGE = 'POST /v2/user/card/merge'
const UNAVAILABLE = 'Привязать карту пока не удалось. Попробуйте чуть позже. Код для поддержки:'
const typed = { number: '2000 0000 0000 0017', cvc: '739' }

/** A shopper who has answered the form's challenge. */
async function adding() {
  const { load, send, user, with: within } = await shopper()
  // Resets these limits, because several shoppers of this file try the same card from one address.
  await within(async ({ services: { limits }, visit: { address } }) => {
    for (const name of ['cardTriesOfCard', 'cardTriesOfCardUnasked'] as const)
      await limits.forget(name, '2000000000000017')
    await limits.forget('cardTriesOfAddressUnasked', address)
    await limits.forget('cardTriesOfShop', 'shop')
  })
  async function answered() {
    const { data } = await load(loader, '/profile/cards/add')
    const id = data.challenge?.provider === 'sandbox' ? data.challenge.id : ''
    return { captchaId: id, captchaAnswer: sandbox.state.captcha.answer(id) ?? '' }
  }
  const add = (fields: Record<string, string>) =>
    send(action, '/profile/cards/add', { ...typed, ...fields })
  const forgetOwnTries = () =>
    within(async ({ services: { limits }, session }) => {
      for (const name of ['cardTriesInHour', 'cardTriesInDay'] as const)
        await limits.forget(name, String(await session.userId()))
    })
  const isShopOver = async () => {
    let isOver = false
    await within(async ({ services: { limits } }) => {
      isOver = (await limits.getRefusal('cardTriesOfShop', 'shop')) !== null
    })
    return isOver
  }
  return { add, user, answered, load, forgetOwnTries, isShopOver }
}

test('3.15: adds a card, then redirects to all cards', async () => {
  const { add, user, answered } = await adding()
  expect(await add(await answered())).toMatchObject({
    location: '/profile/cards',
    flash: { type: 'success', title: 'Карта привязана' },
  })
  expect(user.cards).toContain('2000000000000017')
  expect(sandbox.calls.find(({ endpoint }) => endpoint === MERGE)?.body).toEqual({
    additionalIdentifierNo: '2000000000000017',
    additionalIdentifierCvv: '739',
    card_type: 'loyalty',
  })
})

test.each([
  [{ number: '' }, 'number', 'Укажите номер карты'],
  [{ number: '2000 000x' }, 'number', 'В номере только цифры'],
  [{ number: '2'.repeat(11) }, 'number', 'Проверьте номер: на карте обычно 16 цифр'],
  [{ number: '2'.repeat(20) }, 'number', 'Проверьте номер: на карте обычно 16 цифр'],
  [{ cvc: '12' }, 'cvc', 'В коде три цифры'],
])(
  'answers 422 for %o with an error at its field, without the security code and without a gateway call',
  async (fields, name, message) => {
    const { status, data } = await (await adding()).add(fields)
    expect(status).toBe(422)
    expect(data.result.error).toMatchObject({ [name]: [message] })
    expect(data.result.initialValue).not.toHaveProperty('cvc')
    expect(textsIn(data)).not.toContain(typed.cvc)
    expect(getCalls(MERGE)).toBe(0)
  },
)

test('shows an error at the captcha’s field without an answer, and makes no gateway call', async () => {
  const { add, answered } = await adding()
  const { captchaId } = await answered()
  for (let turn = 1; turn <= 4; turn += 1)
    expect((await add({ captchaId })).data).toMatchObject({
      result: {
        error: { captchaAnswer: ['Подтвердите, что вы не робот'] },
        initialValue: { number: typed.number },
      },
    })
  expect(getCalls(MERGE)).toBe(0)
})

test('sends a number of 12 or 19 digits, with an empty captcha header when the form has no captcha', async () => {
  const { add } = await adding()
  for (const size of [12, 19]) await add({ number: '2'.repeat(size) })
  const sent = sandbox.calls.filter(({ endpoint }) => endpoint === MERGE)
  expect(sent.map(({ headers }) => headers['x-captcha-token'])).toEqual(['', ''])
})

test('requires a captcha for the fourth try of a card, whatever the form says', async () => {
  const first = await adding()
  for (let turn = 1; turn <= 3; turn += 1) await first.add({ captcha: 'none' })
  expect(getCalls(MERGE)).toBe(3)
  const { send, load } = await shopper()
  const add = (fields: Record<string, string>) =>
    send(action, '/profile/cards/add', { ...typed, ...fields })
  const liars: Record<string, string>[] = [{}, { captcha: 'none' }, { 'smart-token': 'forged' }]
  for (const fields of liars)
    expect((await add(fields)).data.result.error).toHaveProperty('captchaAnswer')
  expect(getCalls(MERGE)).toBe(3)
  const { data } = await load(loader, '/profile/cards/add')
  const id = data.challenge?.provider === 'sandbox' ? data.challenge.id : ''
  const response = { captchaId: id, captchaAnswer: sandbox.state.captcha.answer(id) ?? '' }
  expect((await add(response)).location).toBe('/profile/cards')
})

test('counts wrong tries for the whole shop, also after the limits of their card and address', async () => {
  const { add, answered, forgetOwnTries, isShopOver } = await adding()
  const { points } = limitTable.cardTriesOfShop
  for (let tries = 0; tries < points - 1; tries++) {
    await add({})
    await forgetOwnTries()
  }
  // An added card counts no try.
  expect((await add(await answered())).location).toBe('/profile/cards')
  expect(await isShopOver()).toBe(false)
  await add({})
  expect(await isShopOver()).toBe(true)
})

test('makes a gateway call for a smartcaptcha form only with its token, and never shows the token', async () => {
  const { add } = await adding()
  expect((await add({ captcha: 'smartcaptcha' })).data.result.error).toEqual({
    captchaAnswer: ['Подтвердите, что вы не робот'],
  })
  expect(getCalls(MERGE)).toBe(0)
  const { data } = await add({ captcha: 'smartcaptcha', 'smart-token': 'a-token' })
  expect(data.result.error).toHaveProperty('captchaAnswer')
  expect(textsIn(data)).not.toContain('a-token')
  expect(getCalls(MERGE)).toBe(1)
})

test('explains that the challenge is unavailable when it fails to load, and allows another try', async () => {
  const { add } = await adding()
  spoil('GET /challenge', 'status')
  const demanded = async () => (await add({ captcha: 'none' })).data
  expect(await demanded()).toMatchObject({
    result: { error: { '': ['Нужна проверка, что вы не робот, а она сейчас недоступна'] } },
    challenge: { provider: 'none' },
  })
  await demanded()
  expect(getCalls(MERGE)).toBe(2)
})

test.each([
  [403, 'CaptchaError', [], 'captchaAnswer', 'Ответ не подошёл. Ответьте на новый вопрос'],
  [
    422,
    'cardMergeBlocked',
    [],
    null,
    'Эту карту привязать нельзя. Если это ошибка, напишите или позвоните нам',
  ],
  [
    422,
    'validationError',
    [],
    null,
    'Карта не подошла. Проверьте номер и код; возможно, карта уже привязана',
  ],
  [
    422,
    'validationError',
    ['additionalIdentifierNo'],
    'number',
    'Номер не подошёл. Проверьте цифры',
  ],
  [422, 'validationError', ['additionalIdentifierCvv'], 'cvc', 'Код не подошёл. Проверьте цифры'],
  [
    422,
    'validationError',
    ['additionalIdentifierNo', 'odd'],
    'number',
    'Номер не подошёл. Проверьте цифры',
  ],
  [500, 'error', [], null, `${UNAVAILABLE} error`],
  [404, '', [], null, `${UNAVAILABLE} requestError - Not Found`],
] as const)(
  '8.3, 8.5: shows the refusal %i %s with the fields %j as text, without the security code',
  async (status, code, names, field, expected) => {
    const { add, answered } = await adding()
    const response = await answered()
    const warn = vi.spyOn(log, 'warn')
    refuse(MERGE, status, code, ...names)
    const { data } = await add(response)
    expect(data.result.error).toEqual({ [field ?? '']: [expected] })
    expect(warn).toHaveBeenCalledWith(
      {
        requestId: expect.any(String),
        name: 'cardMerge',
        code: code || 'requestError - Not Found',
      },
      'operation failed',
    )
    expect(data.result.initialValue).toMatchObject({ number: typed.number })
    expect(textsIn(data)).not.toContain(typed.cvc)
  },
)

test.each([
  [503, 'error'],
  [429, 'tooMany'],
])(
  '4.1: consumes no try for a %i when the gateway did not check the card',
  async (status, code) => {
    const { add, answered } = await adding()
    refuse(MERGE, status, code)
    for (let times = 0; times < 5; times += 1)
      expect(await add({})).toMatchObject({ status: 422, isLimited: false })
    expect(getCalls(MERGE)).toBe(5)
    sandbox.faults.clear()
    expect((await add(await answered())).location).toBe('/profile/cards')
  },
)

test.each([
  ['a refused card', () => refuse(MERGE, 422, 'validationError')],
  ['a demand for a captcha', () => refuse(MERGE, 403, 'CaptchaError')],
  ['a broken connection', () => spoil(MERGE, 'reset')],
])('consumes a try after %s', async (_, happen) => {
  const { add, answered } = await adding()
  happen()
  for (let times = 0; times < 3; times += 1) await add(await answered())
  sandbox.faults.clear()
  expect((await add(await answered())).isLimited).toBe(true)
})

test('4.1: refuses the fourth try within an hour, also for parallel tries', async () => {
  const { add, answered } = await adding()
  const response = await answered()
  spoil(MERGE, 'malformed')
  const tries = await Promise.all([1, 2, 3, 4, 5].map(() => add(response)))
  expect(tries.filter(({ isLimited }) => isLimited)).toHaveLength(2)
  expect(getCalls(MERGE)).toBe(3)
  expect(await add(response)).toMatchObject({
    status: 429,
    data: { result: { initialValue: { number: typed.number } } },
  })
})

test('consumes no try when the session cannot be refreshed, because nothing was sent', async () => {
  const { add, answered, user } = await adding()
  const refresh = 'POST /v1/auth/token/refresh'
  sandbox.state.expire(user.phone, 'access')
  spoil(refresh, 'status')
  for (let turn = 1; turn <= 4; turn += 1)
    expect((await add({ captcha: 'none' })).isLimited).toBe(false)
  expect(getCalls(refresh)).toBeGreaterThan(0)
  sandbox.faults.clear()
  await new Promise((resolve) => setTimeout(resolve, 1100))
  expect((await add(await answered())).location).toBe('/profile/cards')
})
