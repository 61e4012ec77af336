import { describe, expect, test } from 'vitest'

import { testContext } from '../../tests/support/test-context'
import type { Due } from '../push/reminder'
import { reminderKinds } from './choose-reminder'
import { loader as today } from '../today/today.screen'
import { loader } from './due.resource'

const { sandbox, visitor, shopper, callsOf, spoil } = testContext()
const asWorker = { Accept: 'application/json' }
const HOUR_MS = 3_600_000

/** A shopper with no deadlines but those that a test adds. */
async function someone() {
  const person = await shopper()
  const { user } = person
  for (const item of user.balance.items ?? []) item.expiresAt = null
  for (const coupon of user.coupons) coupon.expirationDate = null
  for (const offer of user.offers) offer.state = 'EXPIRED'
  return {
    ...person,
    ask: async () =>
      (await person.fetch(loader, '/push/due', asWorker)) as { data: Due; status: number },
    burns: (amount: number, hours: number) =>
      user.balance.items?.push({
        type: 'POINTS',
        amount,
        expiresAt: new Date(Date.now() + hours * HOUR_MS).toISOString(),
      }),
  }
}

const silence = { reminder: null }

describe('the due reminder', () => {
  test('is empty without upcoming deadlines', async () => {
    const { ask, burns } = await someone()
    burns(500, 24 * 6)
    expect(await ask()).toMatchObject({ status: 200, data: silence })
  })

  test('is the nearest deadline, then the next one, then empty, each once', async () => {
    const { ask, burns, user } = await someone()
    burns(120, 20)
    const [coupon] = user.coupons.filter(({ state }) => state === 'AVAILABLE')
    coupon!.expirationDate = new Date(Date.now() + 2 * HOUR_MS).toISOString()
    const first = await ask()
    expect(first.data.reminder).toMatchObject({
      title: expect.stringMatching(/^Скоро закончится: (сегодня|завтра) до/) as string,
      body: expect.stringContaining(coupon!.title.slice(0, 10)) as string,
      path: expect.stringMatching(/^\/coupons\//) as string,
    })
    const second = await ask()
    expect(second.data.reminder).toMatchObject({
      title: expect.stringMatching(/^Звёзды скоро сгорят: (сегодня|завтра)/) as string,
      body: '120\u00a0звёзд — спишите на кассе',
      path: '/qr',
    })
    expect((await ask()).data).toEqual(silence)
  })

  test('leaves out muted kinds, and makes no call when all are muted', async () => {
    const { ask, burns, with: within } = await someone()
    burns(120, 12)
    await within(({ mutedNotifications }) => void (mutedNotifications.names = ['remind-stars']))
    expect((await ask()).data).toEqual(silence)
    await within(
      ({ mutedNotifications }) =>
        void (mutedNotifications.names = reminderKinds.map((kind) => `remind-${kind}` as const)),
    )
    sandbox.calls.length = 0
    expect((await ask()).data).toEqual(silence)
    expect(callsOf('GET /v3/user/balance')).toBe(0)
  })

  test('is about stars when coupons fail to load, and has status 200 when the balance fails too', async () => {
    const { ask, burns } = await someone()
    burns(120, 12)
    spoil('GET /v2/user/coupons', 'status')
    expect((await ask()).data.reminder).not.toBeNull()
    spoil('GET /v3/user/balance', 'reset')
    expect((await ask()).status).toBe(200)
  })

  test('answers 401 to a guest, and 429 to a shopper after twelve requests an hour', async () => {
    const guest = await (await visitor()).fetch(loader, '/push/due', asWorker)
    expect(guest).toMatchObject({ status: 401, data: silence })
    const { ask } = await someone()
    for (let time = 0; time < 12; time++) expect((await ask()).status).toBe(200)
    expect((await ask()).status).toBe(429)
  })

  test("redirects a browser's navigation to the main screen", async () => {
    const { load } = await someone()
    expect(await load(loader, '/push/due')).toMatchObject({ location: '/today' })
  })

  test('asks the shopper about newly spent stars before it reports a deadline', async () => {
    const { ask, burns, load, user, with: within } = await someone()
    burns(120, 12)
    await load(today, '/today')
    await within(async ({ seenAccount }) => {
      const record = (await seenAccount.read())!
      await seenAccount.write({ ...record, since: record.since - 48 * HOUR_MS })
    })
    user.transactions.unshift({
      ...user.transactions[0]!,
      id: 't987654321',
      createdAt: new Date().toISOString(),
      pointsSpent: 77,
    })
    expect((await ask()).data.reminder).toMatchObject({
      title: 'Это были вы?',
      body: expect.stringContaining('77') as string,
      path: '/today',
    })
    expect((await ask()).data.reminder?.title).toMatch(/^Звёзды скоро сгорят: (сегодня|завтра)/)
    // The shopper has not answered, so the question stays on the main screen.
    expect((await load(today, '/today')).data.watch).not.toBeNull()
  })
})
