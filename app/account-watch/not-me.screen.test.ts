import { beforeEach, describe, expect, test, vi } from 'vitest'

import type { TransactionDetail } from '../../sandbox/answer-types'
import { testContext, textsIn } from '../../tests/support/test-context'
import { action as editAction } from '../profile/edit.screen'
import { action as addCard, loader as addCardPage } from '../profile/cards-add.screen'
import { action as changeConsent } from '../push/change.action'
import { metrics } from '../platform/metrics.server'
import { log } from '../platform/log.server'
import { action as logout } from '../sign-in/logout.action'
import { loader as today } from '../today/today.screen'
import { type AccountQuestion } from './account-watch.server'
import { action as itWasMe } from './it-was-me.action'
import { action as notMe } from './not-me.action'
import { loader as page } from './not-me.screen'

const { sandbox, visitor, shopper, callsOf, spoil, later, forget } = testContext()
/** The cookie prefix on HTTPS. */
const HOST = '__Host-'
const HOUR = 3_600_000
const OPERATIONS = 'GET /v3/user/transactions'
const CARDS = 'GET /v3/user/cards'

type Visitor = Awaited<ReturnType<typeof visitor>>

let number = 0
beforeEach(() => void (number += 100))

/** An operation of the given age, by default one minute. */
function operation(change: Partial<TransactionDetail> = {}, minutesAgo = 1): TransactionDetail {
  number += 1
  return {
    id: `t-${number}`,
    createdAt: new Date(Date.now() - minutesAgo * 60_000).toISOString(),
    type: 'PURCHASE',
    title: 'Покупка',
    storeAddress: 'Тула, ул. Мира, 1',
    totalSum: 124_990,
    pointsAccrued: 0,
    pointsSpent: 120,
    hasPoll: false,
    ...change,
  }
}

/** Ages a device past its first day and its last comparison by some hours. */
async function grow(device: Visitor, hours = 30) {
  await device.load(today, '/today')
  await device.with(async ({ seenAccount }) => {
    const record = (await seenAccount.read())!
    const [since, checkedAt] = [record.since - hours * HOUR, record.checkedAt - hours * HOUR]
    await seenAccount.write({ ...record, since, checkedAt })
    return null
  })
}

/** The parts of a question that the tests compare. */
function asked(question: AccountQuestion | null) {
  if (!question) return null
  const { text, role, answers } = question
  return {
    texts: text.split('\n'),
    mark: answers[0]!.value,
    isNew: role === 'status',
  }
}

async function someone() {
  const device = await shopper()
  await grow(device)
  const look = async () => asked((await device.load(today, '/today')).data.watch)
  const spend = (...change: Parameters<typeof operation>) => {
    const spent = operation(...change)
    device.user.transactions.unshift(spent)
    return spent
  }
  return { ...device, look, spend }
}

describe('account changes that were not made on this device', () => {
  test('are shown on the main screen with time, place, sum and number', async () => {
    const { look, spend } = await someone()
    expect(await look()).toBeNull()
    const { id } = spend({ createdAt: '2026-11-22T09:05:00Z' })
    const watch = await look()
    expect(watch).toMatchObject({ isNew: true })
    expect(watch?.texts.map((text) => text.replace(/\s/g, ' '))).toEqual([
      `Со счёта −120 звёзд: 22 ноября, 12:05 (МСК) · Тула, ул. Мира, 1 · покупка на 1 249,90 ₽ · номер операции ${id}`,
    ])
  })

  test('stay on the main screen until the shopper answers, and are announced to screen readers once', async () => {
    const { look, spend, send } = await someone()
    spend()
    const first = (await look())!
    expect(await look()).toEqual({ ...first, isNew: false })
    expect(await send(itWasMe, '/today/it-was-me', { mark: first.mark })).toMatchObject({
      status: 303,
      location: '/today',
      flash: { type: 'success' },
    })
    expect(await look()).toBeNull()
    expect(await look()).toBeNull()
  })

  test('count as accepted after three days without an answer', async () => {
    const { look, spend, with: inContext } = await someone()
    spend()
    await look()
    await inContext(async ({ seenAccount }) => {
      const record = (await seenAccount.read())!
      await seenAccount.write({ ...record, told: { ...record.told!, at: Date.now() - 73 * HOUR } })
      return null
    })
    expect(await look()).toBeNull()
    expect(await look()).toBeNull()
  })

  test('stay unanswered when the shopper answers an older question after a newer one was shown', async () => {
    const { look, spend, send } = await someone()
    spend()
    const { mark } = (await look())!
    const second = spend({ pointsSpent: 7 })
    const both = (await look())!
    expect(both).toMatchObject({ isNew: true, texts: [expect.anything(), expect.anything()] })
    const { flash } = await send(itWasMe, '/today/it-was-me', { mark })
    expect(flash?.title).toBe('Появилось кое-что ещё')
    expect((await look())?.texts).toHaveLength(2)
    await send(itWasMe, '/today/it-was-me', { mark: both.mark })
    spend({ pointsSpent: 9 })
    const last = (await look())!
    expect(last.texts).toHaveLength(1)
    expect(textsIn(last).join()).not.toContain(second.id)
  })

  test('raise a new question when they happen between the last question and its answer', async () => {
    const { look, spend, send } = await someone()
    spend()
    const { mark } = (await look())!
    const { id } = spend({ pointsSpent: 7 })
    await send(itWasMe, '/today/it-was-me', { mark })
    const watch = await look()
    expect(watch?.texts).toHaveLength(1)
    expect(watch?.texts[0]).toContain(id)
  })

  test.each([
    ['accrues stars', { type: 'ACCRUAL', pointsSpent: 0, pointsAccrued: 50 }],
    ['costs no stars', { pointsSpent: 0 }],
    ['expires stars', { type: 'EXPIRATION', pointsSpent: 40, totalSum: null }],
  ] as const)('raise no question when an operation %s', async (_, change) => {
    const { look, spend } = await someone()
    spend(change)
    expect(await look()).toBeNull()
  })

  test('are found when the gateway inserts a late operation below newer ones', async () => {
    const { look, user } = await someone()
    user.transactions.splice(4, 0, operation({}, 0))
    user.transactions[4]!.createdAt = user.transactions[3]!.createdAt
    expect((await look())?.texts).toHaveLength(1)
  })

  test('are shown as three operations and one line for the others when there are many', async () => {
    const { look, spend } = await someone()
    for (let times = 0; times < 5; times += 1) spend()
    expect(await look()).toHaveProperty('texts.3', 'И ещё операций: 2')
    for (let times = 0; times < 20; times += 1) spend()
    expect(await look()).toHaveProperty('texts.3', 'Возможно, и другие операции')
  })

  test.each([
    ['without operations', 0],
    ['of five operations', 5],
  ])(
    'include no old operation after the gateway once returned a shortened history (%s)',
    async (_, count) => {
      const device = await shopper()
      for (const each of device.user.transactions) each.pointsSpent = 10
      await grow(device)
      sandbox.faults.add({
        endpoint: OPERATIONS,
        mode: 'changed',
        times: 1,
        change(answer) {
          const { transactions, ...rest } = answer as { transactions: unknown[] }
          return { ...rest, transactions: transactions.slice(0, count) }
        },
      })
      const look = async () => asked((await device.load(today, '/today')).data.watch)
      expect([await look(), await look()]).toEqual([null, null])
      device.user.transactions.unshift(operation())
      expect((await look())?.texts).toHaveLength(1)
    },
  )

  test('are found among ten thousand operations with one gateway call for the history', async () => {
    const { load, user } = await shopper()
    user.transactions = Array.from({ length: 10_000 }, (_, at) => operation({}, 10 + at))
    const device = await visitor(user.phone)
    await grow(device)
    expect((await load(today, '/today')).data.watch).toBeNull()
    sandbox.calls.length = 0
    user.transactions.unshift(operation())
    const { data } = await device.load(today, '/today')
    expect(asked(data.watch)?.texts).toHaveLength(1)
    expect(callsOf(OPERATIONS)).toBe(1)
    expect(device.jar.get(HOST + 'v1_account')!.length).toBeLessThan(1500)
  }, 20_000)

  test('are described in under 300 characters when the gateway sends long texts', async () => {
    const { look, spend } = await someone()
    spend({ storeAddress: 'Ш'.repeat(3000), id: 'x'.repeat(128) })
    expect((await look())!.texts[0]!.length).toBeLessThan(300)
  })
})

describe('the watch of cards, contacts and consents', () => {
  test('reports no old card as added after the gateway once returned an empty list of cards', async () => {
    const device = await someone()
    sandbox.faults.add({
      endpoint: CARDS,
      mode: 'changed',
      times: 1,
      change: () => ({ identifiers: [] }),
    })
    expect(await device.look()).toBeNull()
    expect(callsOf(CARDS)).toBe(2)
    await grow(device)
    expect(await device.look()).toBeNull()
    expect(callsOf(CARDS)).toBe(3)
    device.user.cards.push('2990000000000061')
    await grow(device)
    expect((await device.look())?.texts[0]).toMatch(/^К счёту добавлена карта/)
  })

  test('reports an added card, a changed email and changed consents, without their values', async () => {
    const { look, user, load } = await someone()
    user.cards.push('2990000000000001')
    user.email = 'somebody-else@example.com'
    user.permissions.calls = !user.permissions.calls
    const watch = await look()
    expect(watch?.texts.map((text) => text.split(':')[0])).toEqual([
      'К счёту добавлена карта',
      'Изменилась почта',
      'Изменились согласия на рассылки и звонки',
    ])
    expect(watch?.texts[0]).toMatch(/: после \d+ \S+, \d\d:\d\d \(МСК\)$/)
    // Cards and consents are not compared again, and the question stays.
    expect(await look()).toEqual({ ...watch, isNew: false })
    expect((await load(page, '/profile/not-me')).data.watch?.lines).toHaveLength(3)
    expect(textsIn(watch).join()).not.toMatch(/2990000000000001|somebody-else/)
  })

  test('reports a phone number that has changed in the profile', async () => {
    const { look } = await someone()
    sandbox.faults.add({
      endpoint: 'GET /v1/profile',
      mode: 'changed',
      change: (profile) => ({ ...(profile as object), phone: '79990000000' }),
    })
    expect((await look())?.texts[0]).toMatch(/^Изменился номер телефона/)
  })

  test('calls the gateway for cards and consents once an hour, however often the main screen loads', async () => {
    const device = await shopper()
    await device.load(today, '/today')
    expect(callsOf(CARDS)).toBe(1)
    await device.load(today, '/today')
    expect(callsOf(CARDS)).toBe(1)
    await grow(device, 2)
    await device.load(today, '/today')
    expect(callsOf(CARDS)).toBe(2)
    expect(callsOf('GET /cuscom/v2/user/permissions')).toBe(2)
  })

  test('reports no change of a list that failed to load, and still reports changes of the others', async () => {
    const { look, user, jar } = await someone()
    const before = jar.get(HOST + 'v1_account')
    user.transactions.unshift(operation())
    spoil(OPERATIONS, 'status')
    expect(await look()).toBeNull()
    expect(jar.get(HOST + 'v1_account')).toBe(before)
    sandbox.faults.clear()
    later()
    spoil(CARDS, 'status')
    spoil('GET /cuscom/v2/user/permissions', 'reset')
    expect((await look())?.texts).toHaveLength(1)
  })

  test('reports no change that the shopper made on this device', async () => {
    const { look, send, load, user } = await someone()
    const name = 'isCallsPermitted'
    await send(changeConsent, '/profile/notification/change', {
      name,
      isPermitted: String(!user.permissions.calls),
    })
    await send(editAction, '/profile/edit', { firstName: user.firstName, email: 'own@example.com' })
    expect(user.email).toBe('own@example.com')
    const { data } = await load(addCardPage, '/profile/cards/add')
    const captchaId = data.challenge?.provider === 'sandbox' ? data.challenge.id : ''
    const captchaAnswer = sandbox.state.captcha.answer(captchaId) ?? ''
    const number = '2000000000000017'
    await send(addCard, '/profile/cards/add', { number, cvc: '739', captchaId, captchaAnswer })
    expect(user.cards).toContain(number)
    expect(await look()).toBeNull()
  })

  test('reports no change when the gateway confirms a changed consent without the other consents', async () => {
    const { look, send, user } = await someone()
    sandbox.faults.add({
      endpoint: 'PUT /cuscom/v2/user/permissions',
      mode: 'changed',
      change: (answer) => ({ calls: (answer as { calls: boolean }).calls }),
      times: 1,
    })
    await send(changeConsent, '/profile/notification/change', {
      name: 'isCallsPermitted',
      isPermitted: String(!user.permissions.calls),
    })
    expect(await look()).toBeNull()
  })

  test('reports the shopper’s own change on their other device', async () => {
    const one = await someone()
    const other = await visitor(one.phone)
    await grow(other)
    const { user } = one
    await one.send(editAction, '/profile/edit', {
      firstName: user.firstName,
      email: 'new@example.com',
    })
    expect(await one.look()).toBeNull()
    const { data } = await other.load(today, '/today')
    expect(asked(data.watch)?.texts).toEqual([expect.stringMatching(/^Изменилась почта/)])
  })
})

describe('a device with the watch', () => {
  test('reports a change of its first day only after that day is over', async () => {
    const device = await shopper()
    await device.load(today, '/today')
    device.user.transactions.unshift(operation())
    expect((await device.load(today, '/today')).data.watch).toBeNull()
    await grow(device, 25)
    expect(asked((await device.load(today, '/today')).data.watch)?.texts).toHaveLength(1)
  })

  test('asks about an operation that the shopper has already accepted on another device', async () => {
    const one = await someone()
    const other = await visitor(one.phone)
    await grow(other)
    const look = async () => asked((await other.load(today, '/today')).data.watch)
    one.spend()
    const told = (await one.look())!
    expect((await look())?.texts).toEqual(told.texts)
    // An answer on one device does not answer on another.
    await one.send(itWasMe, '/today/it-was-me', { mark: told.mark })
    expect(await one.look()).toBeNull()
    expect((await look())?.texts).toHaveLength(1)
  })

  test('shows another shopper nothing of this account', async () => {
    const one = await someone()
    one.spend()
    await one.look()
    const next = await shopper()
    next.jar.set(HOST + 'v1_account', one.jar.get(HOST + 'v1_account')!)
    next.user.transactions.unshift(operation())
    expect((await next.load(today, '/today')).data.watch).toBeNull()
    await next.with(async ({ seenAccount }) => {
      expect((await seenAccount.read())?.told).toBeUndefined()
      return null
    })
  })

  test('keeps its state after a sign-out, so that a returning shopper gets the report', async () => {
    const one = await someone()
    await one.send(logout, '/logout')
    expect(one.jar.has(HOST + 'v1_account')).toBe(true)
    const back = await visitor(one.phone)
    back.jar.set(HOST + 'v1_account', one.jar.get(HOST + 'v1_account')!)
    one.spend()
    expect(asked((await back.load(today, '/today')).data.watch)?.texts).toHaveLength(1)
  })

  test('calls nothing while alerts are muted, and reports no old changes afterwards', async () => {
    const { look, spend, jar, user } = await someone()
    jar.set(HOST + 'v1_quiet', 'account')
    const calls = callsOf(CARDS)
    spend()
    user.cards.push('2990000000000031')
    expect(await look()).toBeNull()
    expect(callsOf(CARDS)).toBe(calls)
    jar.delete(HOST + 'v1_quiet')
    expect(await look()).toBeNull()
    spend()
    expect((await look())?.texts).toHaveLength(1)
  })

  test.each(['', 'v1.x.y', 'x'.repeat(4000)])(
    'replaces an invalid cookie of the watch, and reports no earlier operation (%#)',
    async (cookie) => {
      const { look, spend, jar } = await someone()
      jar.set(HOST + 'v1_account', cookie)
      spend()
      expect(await look()).toBeNull()
      expect(jar.get(HOST + 'v1_account')).not.toBe(cookie)
    },
  )
})

describe('the answer «Нет, не я» to an account alert', () => {
  test('redirects to a page with the number of the operation, and ends the question about it', async () => {
    const { look, spend, send, load } = await someone()
    const { id } = spend()
    await look()
    expect(await send(notMe, '/today/not-me')).toMatchObject({
      status: 303,
      location: '/profile/not-me',
    })
    const { data } = await load(page, '/profile/not-me')
    expect(data.watch?.lines[0]?.facts).toContain(id)
    expect(await look()).toBeNull()
    expect((await load(page, '/profile/not-me')).data.watch).not.toBeNull()
    spend()
    expect((await look())?.texts).toHaveLength(2)
  })

  test('logs and counts one warning for two posts, with the kinds of changes and without personal data', async () => {
    const { look, spend, send, user, phone } = await someone()
    const warn = vi.spyOn(log, 'warn')
    const counted = async () =>
      (await metrics.accountsDenied.get()).values.find(({ labels }) => labels.kind === 'stars')
        ?.value ?? 0
    const before = await counted()
    const { id } = spend()
    user.email = 'other@example.com'
    await look()
    await send(notMe, '/today/not-me')
    await send(notMe, '/today/not-me')
    expect(await counted()).toBe(before + 1)
    expect(warn).toHaveBeenCalledTimes(1)
    expect(warn.mock.calls[0]?.[0]).toMatchObject({
      event: 'account_change_denied',
      kind: 'stars email',
    })
    const logged = JSON.stringify(warn.mock.calls)
    for (const secret of [id, phone, user.userId, 'other@example.com'])
      expect(logged).not.toContain(secret)
  })

  test('redirects to an empty /profile/not-me and logs no warning when there is no alert', async () => {
    const { send, load } = await someone()
    const warn = vi.spyOn(log, 'warn')
    expect((await send(notMe, '/today/not-me')).location).toBe('/profile/not-me')
    expect((await load(page, '/profile/not-me')).data).toEqual({ watch: null })
    expect(warn).not.toHaveBeenCalled()
  })

  test('ends every session of this shopper only when followed by «Выйти везде»', async () => {
    const one = await someone()
    const other = await visitor(one.phone)
    const stranger = await shopper()
    // Sign-out works however old the stored state is.
    forget()
    await one.send(logout, '/logout', { everywhere: '1' })
    expect((await other.load(today, '/today')).location).toMatch(/^\/login/)
    expect((await stranger.load(today, '/today')).status).toBe(200)
    await new Promise((resolve) => setTimeout(resolve, 2))
    const back = await visitor(one.phone)
    expect((await back.load(today, '/today')).status).toBe(200)
  })

  test('ends one session when followed by a plain sign-out', async () => {
    const one = await someone()
    const other = await visitor(one.phone)
    await one.send(logout, '/logout')
    expect((await other.load(today, '/today')).status).toBe(200)
  })
})
