import { expect, test } from 'vitest'
import { z } from 'zod'

import { ORIGIN } from '../../tests/support/open-sandbox'
import { testContext } from '../../tests/support/test-context'
import { defineAction, defineForm } from './define-form.server'

const { shopper, spoil, sandbox, callsOf } = testContext()
const BALANCE = 'GET /v3/user/balance'

/** A form without a result for a failing gateway. */
const speechless: Parameters<typeof defineForm<z.ZodObject, { kind: 'done' }>>[0] = {
  name: 'speechless',
  killSwitch: 'review',
  schema: z.object({}),
  limit: {
    points: async ({ context }) => [['letters', String(await context.session.userId())]],
    onExceeded: () => ({ to: '/over' }),
  },
  idempotencyKey: 'form-id',
  async call({ context }) {
    await context.gateways.account.getBalance()
    return { kind: 'done' }
  },
  onResult: { done: { to: '/today' } },
}
const ofScreen = defineForm(speechless).action
const withoutScreen = defineAction('/profile', speechless).action

test('a form without text of its own says the default ones, and may be sent again', async () => {
  const { send } = await shopper()
  const fields = { formId: crypto.randomUUID() }
  spoil(BALANCE, 'malformed')
  expect(await send(ofScreen, '/profile', fields)).toMatchObject({
    status: 503,
    data: {
      result: { error: { '': ['Что-то пошло не так. Попробуйте чуть позже'] } },
    },
  })
  sandbox.faults.clear()
  const before = callsOf(BALANCE)
  expect((await send(ofScreen, '/profile', fields)).location).toBe('/today')
  expect(callsOf(BALANCE)).toBe(before + 1)
})

test('a form without a page of its own says them on the next page', async () => {
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
  ['gives back what it cost after an answer that is a failure', 'status', '/today'],
  ['keeps it after an unreadable answer', 'malformed', '/over'],
  ['keeps it after none', 'reset', '/over'],
] as const)('a form without text of its own %s', async (_, trouble, location) => {
  const { send } = await shopper()
  spoil(BALANCE, trouble)
  for (let times = 0; times < 3; times += 1)
    expect((await send(ofScreen, '/profile')).status).toBe(503)
  sandbox.faults.clear()
  expect((await send(ofScreen, '/profile')).location).toBe(location)
})

test('leads to the screen that it was on in that one’s place in the browser’s history, else to a new one', async () => {
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
