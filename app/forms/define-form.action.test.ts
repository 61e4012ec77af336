import { expect, test, vi } from 'vitest'
import { z } from 'zod'

import { ORIGIN } from '../../tests/support/open-sandbox'
import { testContext } from '../../tests/support/test-context'
import { log } from '~/platform/log.server'
import { defineAction, defineForm } from './define-form.server'
import { redirectTo, refuse } from './form-response.server'
import { formError } from './form-errors'

const { shopper, spoil, sandbox, getCalls } = testContext()
const BALANCE = 'GET /v3/user/balance'

/** A form without a message for a failing gateway. */
const speechless: Parameters<typeof defineForm<z.ZodObject, { kind: 'done' }>>[0] = {
  name: 'speechless',
  killSwitch: 'review',
  schema: z.object({}),
  limit: {
    points: async ({ context }) => [['letters', String(await context.session.userId())]],
    onExceeded: () => redirectTo('/over'),
  },
  async call({ context }) {
    await context.gateways.account.getBalance()
    return { kind: 'done' }
  },
  onResult: { done: redirectTo('/today') },
}
const ofScreen = defineForm(speechless).action
const withoutScreen = defineAction('/profile', speechless).action

test('4.1, 8.10: answers 503 with a default message when the gateway fails, and accepts another post', async () => {
  const { send } = await shopper()
  const fields = { formId: crypto.randomUUID() }
  spoil(BALANCE, 'malformed')
  const warn = vi.spyOn(log, 'warn')
  expect(await send(ofScreen, '/profile', fields)).toMatchObject({
    status: 503,
    data: {
      result: { error: { '': ['Что-то пошло не так. Попробуйте чуть позже'] } },
    },
  })
  expect(warn).toHaveBeenCalledWith(
    expect.objectContaining({
      requestId: expect.stringMatching(/^[\da-f-]{36}$/),
      endpoint: BALANCE,
    }),
    'unhandled gateway error in form action',
  )
  sandbox.faults.clear()
  const before = getCalls(BALANCE)
  expect((await send(ofScreen, '/profile', fields)).location).toBe('/today')
  expect(getCalls(BALANCE)).toBe(before + 1)
})

test.each([
  ['hangs', 'hang', 'Форма отправлена, но ответа пока нет. Проверьте через минуту'],
  ['fails', 'malformed', 'Что-то пошло не так. Попробуйте чуть позже'],
] as const)(
  '4.1: both posts of a double tap get the same message when the gateway %s',
  async (_, mode, message) => {
    const { send } = await shopper()
    const fields = { formId: crypto.randomUUID() }
    sandbox.faults.add({ endpoint: BALANCE, mode })
    const tap = async () => (await send(ofScreen, '/profile', fields)).data
    for (const response of await Promise.all([tap(), tap()]))
      expect(response).toMatchObject({ result: { error: { '': [message] } } })
  },
)

test('4.1: answers 422 to wrong fields, and 429 above a limit', async () => {
  const { send } = await shopper()
  const named = { ...speechless, schema: z.object({ name: z.string() }) }
  const limited = {
    ...speechless,
    limit: { ...speechless.limit!, onExceeded: () => refuse(formError('Позже')) },
  }
  expect((await send(defineForm(named).action, '/profile')).status).toBe(422)
  const statuses = []
  for (let post = 1; post <= 4; post += 1)
    statuses.push((await send(defineForm(limited).action, '/profile')).status)
  expect(statuses).toEqual([303, 303, 303, 429])
})

test('8.10: redirects with a default message when the gateway fails for a form without a screen', async () => {
  const { send } = await shopper()
  spoil(BALANCE, 'malformed')
  expect(await send(withoutScreen, '/profile/speechless')).toMatchObject({
    location: '/profile',
    flash: {
      type: 'error',
      title: 'Ошибка',
      description: 'Что-то пошло не так. Попробуйте чуть позже',
    },
  })
})

test.each([
  ['refunds it after an error status of the gateway', 'status', '/today'],
  ['does not refund it after an unreadable response', 'malformed', '/over'],
  ['does not refund it after a broken connection', 'reset', '/over'],
] as const)('a form that consumes a limit %s', async (_, trouble, location) => {
  const { send } = await shopper()
  spoil(BALANCE, trouble)
  for (let times = 0; times < 3; times += 1)
    expect((await send(ofScreen, '/profile')).status).toBe(503)
  sandbox.faults.clear()
  const last = await send(ofScreen, '/profile')
  expect([last.location, last.isLimited]).toEqual([location, location === '/over'])
})

test("a redirect to the form's own screen replaces its history entry, any other adds one", async () => {
  const { send } = await shopper()
  const sent = async (referrer: string) => {
    const { headers } = await send(ofScreen, '/profile', {}, {}, { Referer: referrer })
    return headers.has('X-Remix-Replace')
  }
  expect(await sent(`${ORIGIN}/today`)).toBe(true)
  expect(await sent(`${ORIGIN}/today?hidden=balance`)).toBe(true)
  expect(await sent(`${ORIGIN}/profile`)).toBe(false)
  expect(await sent('https://elsewhere.example/today')).toBe(false)
})
