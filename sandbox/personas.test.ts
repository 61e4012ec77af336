import { expect, it } from 'vitest'

import { personas } from './personas'
import { createSandbox } from './sandbox'
import { getCaller, captchaToken, signIn } from './testing'

async function as(phone: string) {
  const sandbox = createSandbox()
  const call = getCaller(sandbox)
  const { accessToken } = await signIn(sandbox, call, phone)
  return {
    sandbox,
    ask: (what: string, body?: unknown, headers: Record<string, string> = {}) =>
      call(what, { accessToken, body, headers }),
  }
}

it('every persona can sign in', async () => {
  for (const { phone } of personas) {
    const { ask } = await as(phone)
    expect((await ask('GET /magnit-id/v1/profile')).body).toMatchObject({ phone })
  }
})

it('the incomplete profile is complete once a name and a birth date are given', async () => {
  const { ask } = await as('79000000003')
  const bunch = () => ask('GET /webgate/v1/keeperid/bunch')
  expect(await bunch()).toMatchObject({ status: 422, body: { code: 'incomplete_profile_info' } })
  await ask('PATCH /magnit-id/v1/profile', { firstName: 'Семён' })
  expect((await bunch()).status).toBe(422)
  await ask('PATCH /magnit-id/v1/profile', { birthDate: '1980-01-02' })
  expect(await bunch()).toEqual({ status: 200, body: {} })
})

it('the shopper without a card has one after asking for a virtual card', async () => {
  const { ask } = await as('79000000005')
  expect((await ask('GET /webgate/v1/user/totp')).status).toBe(404)
  const { body } = await ask('GET /webgate/v1/user/virtual-card')
  expect(await ask('GET /webgate/v1/user/totp')).toMatchObject({
    status: 200,
    body: body as object,
  })
})

it('the code on the card changes every thirty seconds', async () => {
  let now = Date.parse('2026-03-01T12:00:00Z')
  const sandbox = createSandbox({ now: () => now })
  const call = getCaller(sandbox)
  const { accessToken } = await signIn(sandbox, call, '79000000001')
  const code = async () =>
    ((await call('GET /webgate/v1/user/totp', { accessToken })).body as { totp: string }).totp
  const first = await code()
  expect(first).toMatch(/^\d{6,}$/)
  now += 29_000
  expect(await code()).toBe(first)
  now += 1_000
  expect(await code()).not.toBe(first)
})

it('the persona with the phone 79000000008 may not merge cards', async () => {
  const { sandbox, ask } = await as('79000000008')
  const merged = await ask(
    'POST /webgate/v2/user/card/merge',
    {
      additionalIdentifierNo: '1234123412341234',
      additionalIdentifierCvv: '123',
      card_type: 'loyalty',
    },
    { 'X-Captcha-Token': captchaToken(sandbox) },
  )
  expect(merged).toMatchObject({ status: 422, body: { code: 'cardMergeBlocked' } })
})

it('the persona with very much data has long lists', () => {
  const user = createSandbox().state.user('79000000007')
  expect(Array.from(user.firstName)).toHaveLength(300)
  expect(user.cards).toHaveLength(50)
  expect(new Set(user.cards).size).toBe(50)
  expect(user.coupons.length).toBeGreaterThan(200)
  expect(user.transactions.filter(({ type }) => type === 'PURCHASE')).toHaveLength(500)
})

it('two shoppers share no data, nor do two sandboxes', async () => {
  const sandbox = createSandbox()
  const call = getCaller(sandbox)
  const one = await signIn(sandbox, call, '79001112233')
  const other = await signIn(sandbox, call, '79001112234')
  const rename = { firstName: 'Фёдор' }
  await call('PATCH /magnit-id/v1/profile', { accessToken: one.accessToken, body: rename })
  const profile = (accessToken: string) =>
    call('GET /magnit-id/v1/profile', { accessToken }).then(({ body }) => body)
  expect(await profile(one.accessToken)).toMatchObject(rename)
  expect(sandbox.state.user('79001112234').cards).not.toEqual(
    sandbox.state.user('79001112233').cards,
  )
  expect(createSandbox().state.users.size).toBe(0)
  expect(await profile(other.accessToken)).not.toMatchObject(rename)
})

it('a phone that begins with 7901 is not registered, and another one is', () => {
  const { state } = createSandbox()
  expect(state.user('79015556677').isRegistered).toBe(false)
  expect(state.user('79035556677').isRegistered).toBe(true)
})

it('a second answer to a survey is refused, and so is an answer without a required question', async () => {
  const { ask } = await as('79000000001')
  const response = (pollId: string, answers: unknown[]) =>
    ask('POST /webgate/v2/poll', { pollId, answers })
  const full = [
    { questionId: 'how-often', optionIds: ['option-1'] },
    { questionId: 'what-you-like', optionIds: ['option-1', 'option-3'] },
    { questionId: 'cleanliness', rating: 4 },
    { questionId: 'wishes', text: 'Больше хлеба' },
  ]
  expect((await response('poll-4', full)).status).toBe(422)
  expect(await response('poll-1', full.slice(1))).toMatchObject({
    status: 422,
    body: { code: 'validationError', fields: [{ name: 'how-often', code: 'required' }] },
  })
  expect((await response('poll-1', full)).status).toBe(204)
  expect((await response('poll-1', full)).status).toBe(422)
  const { body } = await ask('GET /webgate/v2/user/poll')
  expect((body as { polls: { id: string }[] }).polls.map(({ id }) => id)).toEqual([
    'poll-2',
    'poll-3',
  ])
})
