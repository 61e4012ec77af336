import { beforeEach, describe, expect, test, vi } from 'vitest'

import { testContext, textsIn } from '../../tests/support/test-context'
import { action as editAction } from '../profile/edit.screen'
import { action as addCard, loader as addCardPage } from '../profile/cards-add.screen'
import { metrics } from '../platform/metrics.server'
import { log } from '../platform/log.server'
import { action as logout } from '../sign-in/logout.action'
import { loader as today } from '../today/today.screen'
import type { AccountQuestion } from './account-watch.server'
import { action as itWasMe } from './it-was-me.action'
import { action as notMe } from './not-me.action'
import { loader as page } from './not-me.screen'
import { SeenAccount } from '~/session/account-record.server'

const { sandbox, visitor, shopper, getCalls, spoil, forget } = testContext()
/** The cookie prefix on HTTPS. */
const HOST = '__Host-'
const HOUR = 3_600_000
const CARDS = 'GET /v3/user/cards'

type Visitor = Awaited<ReturnType<typeof visitor>>

let number = 0
beforeEach(() => void (number += 100))

/** Ages a device past its first day and its last comparison by some hours. */
async function grow(device: Visitor, hours = 30) {
  await device.load(today, '/today')
  await device.with(async (context) => {
    const record = (await new SeenAccount(context).read())!
    const [since, checkedAt] = [record.since - hours * HOUR, record.checkedAt - hours * HOUR]
    await new SeenAccount(context).write({ ...record, since, checkedAt })
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
  /** Somebody else changes the email. */
  const change = () => {
    number += 1
    device.user.email = `other-${number}@example.com`
    return device.user.email
  }
  /** The shopper changes the email on this device. */
  const edit = (email: string) =>
    device.send(editAction, '/profile/edit', { firstName: device.user.firstName, email })
  return { ...device, look, change, edit }
}

/** Changes the profile in the gateway's answers. */
const answerWithProfile = (other: object) =>
  sandbox.faults.add({
    endpoint: 'GET /v1/profile',
    mode: 'changed',
    change: (profile) => ({ ...(profile as object), ...other }),
  })

describe('account changes that were not made on this device', () => {
  test('stay on the main screen until the shopper answers, and are announced to screen readers once', async () => {
    const { look, change, send } = await someone()
    expect(await look()).toBeNull()
    change()
    const first = (await look())!
    expect(first.isNew).toBe(true)
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
    const { look, change, with: inContext } = await someone()
    change()
    await look()
    await inContext(async (context) => {
      const record = (await new SeenAccount(context).read())!
      const at = Date.now() - 73 * HOUR
      await new SeenAccount(context).write({ ...record, asked: { ...record.asked!, at } })
      return null
    })
    expect(await look()).toBeNull()
    expect(await look()).toBeNull()
  })

  test('stay unanswered when the shopper answers an older question after a newer one was shown', async () => {
    const { look, change, send } = await someone()
    change()
    const { mark } = (await look())!
    change()
    const both = (await look())!
    expect(both.isNew).toBe(true)
    const { flash } = await send(itWasMe, '/today/it-was-me', { mark })
    expect(flash?.title).toBe('Появилось кое-что ещё')
    expect(await look()).not.toBeNull()
    await send(itWasMe, '/today/it-was-me', { mark: both.mark })
    expect(await look()).toBeNull()
  })

  test('raise a new question when they happen between the last question and its answer', async () => {
    const { look, change, send } = await someone()
    change()
    const { mark } = (await look())!
    change()
    await send(itWasMe, '/today/it-was-me', { mark })
    expect(await look()).toMatchObject({ isNew: true })
  })

  test('are no spent points and no consents, whose lists are not requested', async () => {
    const { look, user } = await someone()
    user.transactions.unshift({ ...user.transactions[0]!, id: 't-spent', pointsSpent: 500 })
    user.permissions.calls = !user.permissions.calls
    expect(await look()).toBeNull()
    expect(getCalls('GET /cuscom/v2/user/permissions')).toBe(0)
  })
})

describe('the watch of cards and contacts', () => {
  test('reports no old card as added after the gateway once returned an empty list of cards', async () => {
    const device = await someone()
    sandbox.faults.add({
      endpoint: CARDS,
      mode: 'changed',
      times: 1,
      change: () => ({ identifiers: [] }),
    })
    expect(await device.look()).toBeNull()
    expect(getCalls(CARDS)).toBe(2)
    await grow(device)
    expect(await device.look()).toBeNull()
    expect(getCalls(CARDS)).toBe(3)
    device.user.cards.push('2990000000000061')
    await grow(device)
    expect((await device.look())?.texts[0]).toMatch(/^К счёту добавлена карта/)
  })

  test('reports an added card and a changed email, without their values', async () => {
    const { look, user, load, jar } = await someone()
    user.cards.push('2990000000000001')
    user.email = 'somebody-else@example.com'
    const watch = await look()
    expect(watch?.texts.map((text) => text.split(':')[0])).toEqual([
      'К счёту добавлена карта',
      'Изменилась почта',
    ])
    expect(watch?.texts[0]).toMatch(/: после \d+ \S+, \d\d:\d\d \(МСК\)$/)
    // Cards are not compared again, and the question stays.
    expect(await look()).toEqual({ ...watch, isNew: false })
    jar.set(HOST + 'v1_zone', 'Asia/Vladivostok')
    const local = (await look())?.texts[0]
    expect(local).toMatch(/, \d\d:\d\d$/)
    expect(watch?.texts[0]).not.toContain(local)
    expect((await load(page, '/profile/not-me')).data.watch?.lines).toHaveLength(2)
    expect(textsIn(watch).join()).not.toMatch(/2990000000000001|somebody-else/)
  })

  test('reports a phone number that has changed in the profile', async () => {
    const { look } = await someone()
    answerWithProfile({ phone: '79990000000' })
    expect((await look())?.texts[0]).toMatch(/^Изменился номер телефона/)
  })

  test('calls the gateway for cards once an hour, however often the main screen loads', async () => {
    const device = await shopper()
    await device.load(today, '/today')
    expect(getCalls(CARDS)).toBe(1)
    await device.load(today, '/today')
    expect(getCalls(CARDS)).toBe(1)
    // Each visit within the hour leaves the time of the last comparison as it is.
    await grow(device, 0.6)
    await grow(device, 0.6)
    await device.load(today, '/today')
    expect(getCalls(CARDS)).toBe(2)
  })

  test('reports no added card when the cards failed to load, and still reports a changed email', async () => {
    const { look, user, change } = await someone()
    user.cards.push('2990000000000051')
    change()
    spoil(CARDS, 'status')
    expect((await look())?.texts).toEqual([expect.stringMatching(/^Изменилась почта/)])
  })

  test('reports nothing when the gateway spells phone and email in another way', async () => {
    const { look, phone, user } = await someone()
    const email = ` ${user.email?.toUpperCase()} `
    answerWithProfile({ phone: `+7 (${phone.slice(1, 4)}) ${phone.slice(4)}`, email })
    expect(await look()).toBeNull()
  })

  test('reports no added card once there are more cards than a device remembers', async () => {
    const device = await someone()
    for (let number = 100; number < 150; number += 1)
      device.user.cards.push(`2990000000000${number}`)
    expect(await device.look()).toBeNull()
    await grow(device)
    device.user.cards.push('2990000000000999')
    expect(await device.look()).toBeNull()
  })

  test('reports no change that the shopper made on this device, also beside an open question', async () => {
    const device = await someone()
    const { look, send, load, user, change, edit } = device
    change()
    const { mark } = (await look())!
    await edit('mine@example.com')
    await send(itWasMe, '/today/it-was-me', { mark })
    await grow(device, 2)
    expect(await look()).toBeNull()
    await edit('own@example.com')
    expect(user.email).toBe('own@example.com')
    const { data } = await load(addCardPage, '/profile/cards/add')
    const captchaId = data.challenge?.provider === 'sandbox' ? data.challenge.id : ''
    const captchaAnswer = sandbox.state.captcha.answer(captchaId) ?? ''
    const number = '2000000000000017'
    await send(addCard, '/profile/cards/add', { number, cvc: '739', captchaId, captchaAnswer })
    expect(user.cards).toContain(number)
    expect(await look()).toBeNull()
  })

  test('reports the shopper’s own change on their other device', async () => {
    const one = await someone()
    const other = await visitor(one.phone)
    await grow(other)
    await one.edit('new@example.com')
    expect(await one.look()).toBeNull()
    const { data } = await other.load(today, '/today')
    expect(asked(data.watch)?.texts).toEqual([expect.stringMatching(/^Изменилась почта/)])
  })
})

describe('a device with the watch', () => {
  test('reports a change of its first day only after that day is over', async () => {
    const device = await shopper()
    await device.load(today, '/today')
    device.user.email = 'first-day@example.com'
    expect((await device.load(today, '/today')).data.watch).toBeNull()
    await grow(device, 25)
    expect(asked((await device.load(today, '/today')).data.watch)?.texts).toHaveLength(1)
  })

  test('asks about a change that the shopper has already accepted on another device', async () => {
    const one = await someone()
    const other = await visitor(one.phone)
    await grow(other)
    const look = async () => asked((await other.load(today, '/today')).data.watch)
    one.change()
    const question = (await one.look())!
    expect((await look())?.texts).toEqual(question.texts)
    // An answer on one device does not answer on another.
    await one.send(itWasMe, '/today/it-was-me', { mark: question.mark })
    expect(await one.look()).toBeNull()
    expect((await look())?.texts).toHaveLength(1)
  })

  test('shows another shopper nothing of this account', async () => {
    const one = await someone()
    one.change()
    await one.look()
    const next = await shopper()
    next.jar.set(HOST + 'v1_account', one.jar.get(HOST + 'v1_account')!)
    expect((await next.load(today, '/today')).data.watch).toBeNull()
    await next.with(async (context) => {
      expect((await new SeenAccount(context).read())?.asked).toBeUndefined()
      return null
    })
  })

  test('keeps its state after a sign-out, so that a returning shopper gets the report', async () => {
    const one = await someone()
    await one.send(logout, '/logout')
    expect(one.jar.has(HOST + 'v1_account')).toBe(true)
    const back = await visitor(one.phone)
    back.jar.set(HOST + 'v1_account', one.jar.get(HOST + 'v1_account')!)
    one.change()
    expect(asked((await back.load(today, '/today')).data.watch)?.texts).toHaveLength(1)
  })

  test('calls nothing while alerts are muted, and reports no old changes afterwards', async () => {
    const { look, change, jar, user, load, with: inContext } = await someone()
    jar.set(HOST + 'v1_quiet', 'account')
    const calls = getCalls(CARDS)
    change()
    user.cards.push('2990000000000031')
    expect(await look()).toBeNull()
    expect(getCalls(CARDS)).toBe(calls)
    jar.delete(HOST + 'v1_quiet')
    expect(await look()).toBeNull()
    expect(getCalls(CARDS)).toBe(calls + 1)
    await grow({ load, with: inContext } as Visitor)
    change()
    user.cards.push('2990000000000032')
    expect((await look())?.texts).toHaveLength(2)
  })

  test.each(['', 'v1.x.y', 'x'.repeat(4000)])(
    'replaces an invalid cookie of the watch, and reports no earlier change (%#)',
    async (cookie) => {
      const { look, change, jar } = await someone()
      jar.set(HOST + 'v1_account', cookie)
      change()
      expect(await look()).toBeNull()
      expect(jar.get(HOST + 'v1_account')).not.toBe(cookie)
    },
  )
})

describe('the answer «Нет, не я» to an account alert', () => {
  test('redirects to a page with the change, and ends the question about it', async () => {
    const { look, change, send, load } = await someone()
    change()
    await look()
    expect(await send(notMe, '/today/not-me')).toMatchObject({
      status: 303,
      location: '/profile/not-me',
    })
    const { data } = await load(page, '/profile/not-me')
    expect(data.watch?.lines).toMatchObject([{ title: 'Изменилась почта' }])
    expect(await look()).toBeNull()
    expect((await load(page, '/profile/not-me')).data.watch).not.toBeNull()
    change()
    expect(await look()).toMatchObject({ isNew: true })
  })

  test('logs and counts one warning for two posts, with the kinds of changes and without personal data', async () => {
    const { look, change, send, user, phone } = await someone()
    const warn = vi.spyOn(log, 'warn')
    const counted = async () =>
      (await metrics.accountsDenied.get()).values.find(({ labels }) => labels.kind === 'email')
        ?.value ?? 0
    const before = await counted()
    const email = change()
    await look()
    await send(notMe, '/today/not-me')
    await send(notMe, '/today/not-me')
    expect(await counted()).toBe(before + 1)
    expect(warn).toHaveBeenCalledTimes(1)
    expect(warn.mock.calls[0]?.[0]).toMatchObject({
      event: 'account_change_denied',
      kind: 'email',
    })
    const logged = JSON.stringify(warn.mock.calls)
    for (const secret of [phone, user.userId, email]) expect(logged).not.toContain(secret)
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
})
