import { describe, expect, test } from 'vitest'

import { startApp } from '../support/app-process'
import { startSite } from '../support/site'
import { createVisitor, signIn } from '../support/visitor'

const MERGE = 'POST /v2/user/card/merge'

const { app, server, sandbox, newPhone } = await startSite()
// The gateway requires no captcha here, so only the application's limits apply.
sandbox.faults.add({
  endpoint: MERGE,
  mode: 'status',
  status: 422,
  body: { code: 'validationError', errors: [] },
})
const reached = () => sandbox.calls.filter(({ endpoint }) => endpoint === MERGE).length

/** Guesses a card's code from a new account. */
async function account({ origin } = app) {
  const visitor = createVisitor(origin)
  await signIn(visitor, sandbox, newPhone())
  return (number: string, cvc: number, fields: Record<string, string> = {}) =>
    visitor.post('/profile/cards/add', {
      number,
      cvc: String(cvc).padStart(3, '0'),
      formId: crypto.randomUUID(),
      ...fields,
    })
}

async function response() {
  const { id } = sandbox.state.captcha.challenge()
  return { captchaId: id, captchaAnswer: sandbox.state.captcha.answer(id) ?? '' }
}

describe('T50 the code of a plastic card', () => {
  test('accepts ten guesses a day with a captcha, across accounts', async () => {
    const before = reached()
    const statuses = []
    for (let turn = 0; turn < 12; turn += 1) {
      const guess = await account()
      statuses.push((await guess('2000000000000222', turn, await response())).status)
    }
    expect(reached() - before).toBe(10)
    expect(statuses.slice(10)).toEqual([429, 429])
  })

  test('accepts guesses for different cards from one address without a captcha up to its limit', async () => {
    // Two of ten an hour are left.
    const small = await startApp(server.url, { ADDRESS_LIMIT_FACTOR: '0.2' })
    const before = reached()
    const guess = await account(small)
    for (let turn = 0; turn < 3; turn += 1)
      expect((await guess(`200000000000${String(3000 + turn)}`, turn)).status).toBe(422)
    expect(reached() - before).toBe(2)
    await small.stop()
  })
})
