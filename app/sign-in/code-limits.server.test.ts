import type { AppLoadContext } from '@remix-run/node'
import { afterEach, describe, expect, test, vi } from 'vitest'

import type { CaptchaCheck, CaptchaVerdict } from '~/gateways/captcha-check.server'

import * as codeLimits from './code-limits.server'
import { CookieJar } from '~/session/cookies.server'
import { Device } from '~/session/device.server'
import { limitTable, withSmsBudget } from '~/limits/limit-table.server'
import { createLimits } from '~/limits/limits.server'
import { createRevokedSessions } from '~/session/revoked-sessions.server'
import { createSealer } from '~/session/seal.server'
import { createMemoryStore } from '~/shared-state/shared-store.server'

const sealer = createSealer(['a-secret-of-the-tests-that-is-long-enough'])
let nextPhone = 79050000000
const newPhone = () => String((nextPhone += 1))

const limitsOf = (table: ReturnType<typeof withSmsBudget>, addressFactor = 1) =>
  createLimits({ table, redis: null, secret: 's', addressFactor })

type Visit = Pick<AppLoadContext['services'], 'limits' | 'store' | 'captcha' | 'revokedSessions'> &
  Pick<AppLoadContext['visit'], 'address' | 'isSuspicious'> & { device: Device }

const contextOf = ({ device, ...visit }: Visit) =>
  ({ device, services: visit, visit }) as unknown as AppLoadContext
const consumeCodeRequest = (visit: Visit, phone: string, captchaToken: string) =>
  codeLimits.consumeCodeRequest(contextOf(visit), phone, captchaToken)
const consumeCodeCheck = (
  visit: Visit,
  request: Parameters<typeof codeLimits.consumeCodeCheck>[1],
  captchaToken: string,
) => codeLimits.consumeCodeCheck(contextOf(visit), request, captchaToken)

/** Several visitors behind one address, each with a device of its own. */
function neighbourhood(verdict: CaptchaVerdict = 'right') {
  const limits = limitsOf(limitTable)
  const store = createMemoryStore()
  const revokedSessions = createRevokedSessions({ redis: null, lifeMs: 60_000 })
  const captcha: CaptchaCheck = {
    isOffered: true,
    isVerifiable: true,
    verify: async () => verdict,
    close: async () => undefined,
  }
  return (device = newDevice(), isSuspicious = false): Visit => ({
    limits,
    store,
    captcha,
    revokedSessions,
    device,
    address: '203.0.113.7',
    isSuspicious,
  })
}
const newDevice = () => new Device(new CookieJar(null, { secure: false, sealer }), null)
/** A new phone and a device on which it was confirmed. */
function confirmed(phone = newPhone()) {
  const device = newDevice()
  device.confirm(phone, 'a user')
  return { phone, device }
}

const getKind = (taken: Awaited<ReturnType<typeof consumeCodeRequest>>) =>
  taken === 'captcha' ? taken : taken.isOver ? taken.limit : 'taken'

/** The results of this many requests, each with its own captcha token. */
async function askTimes(count: number, getRequest: (text: number) => [Visit, string]) {
  const kinds = []
  for (let text = 0; text < count; text++)
    kinds.push(getKind(await consumeCodeRequest(...getRequest(text), `token ${text}`)))
  return kinds
}

/** Checks a code as a new device of the neighbourhood, and counts it. */
async function check(
  context: Visit,
  request: { phone?: string; attemptId?: string; isProven?: boolean; isAsked?: boolean },
  { isRight = false, token = '' } = {},
) {
  const asked = { phone: newPhone(), attemptId: crypto.randomUUID(), expires: 0, ...request }
  const taken = await consumeCodeCheck(context, asked, token)
  if (taken === 'captcha') return taken
  if (taken.isOver) return taken.limit
  await (isRight ? taken.right('a user') : taken.wrong())
  return 'checked'
}

/** Every declared limit of an address: a new one joins by its declaration. */
const limitsOfAddress = (Object.keys(limitTable) as (keyof typeof limitTable)[]).filter(
  (name) => 'byAddress' in limitTable[name],
)

test.each(limitsOfAddress)(
  'a neighbour who exhausts %s leaves a verified captcha its SMS and its code',
  async (name) => {
    const visitor = neighbourhood()
    const { limits, address } = visitor()
    for (let tries = 0; tries <= limitTable[name].points; tries++)
      await limits.consume([name, address])
    expect(await limits.getRefusal(name, address)).not.toBeNull()
    const text = await consumeCodeRequest(visitor(), newPhone(), 'a token')
    expect(getKind(text)).toBe('taken')
    expect(await check(visitor(), {}, { isRight: true, token: 'another token' })).toBe('checked')
  },
)

describe('an SMS without a captcha for an address', () => {
  const ask = async (context: Visit, token = '') =>
    getKind(await consumeCodeRequest(context, newPhone(), token))

  test('is followed by SMS with a captcha, without a limit, until a right code comes from there', async () => {
    const visitor = neighbourhood()
    expect(await ask(visitor())).toBe('taken')
    expect(await ask(visitor())).toBe('captcha')
    for (let text = 0; text < 100; text++)
      expect(await ask(visitor(), `token ${text}`)).toBe('taken')
    // Many right codes earn no more than one further SMS.
    for (let code = 0; code < 5; code++) {
      const [phone, device] = [newPhone(), newDevice()]
      await check(visitor(device), { phone }, { isRight: true })
      expect(device.confirmation(phone)).toMatchObject({ userId: 'a user' })
    }
    expect(await ask(visitor())).toBe('taken')
    expect(await ask(visitor())).toBe('captcha')
  })

  test('that waits for a captcha takes nothing from phone and shop, also in parallel', async () => {
    const visitor = neighbourhood()
    const limits = limitsOf(withSmsBudget(8, 0))
    const phone = newPhone()
    const attack = Array.from({ length: 40 }, () =>
      consumeCodeRequest({ ...visitor(newDevice(), true), limits }, phone, ''),
    )
    expect(new Set((await Promise.all(attack)).map(getKind))).toEqual(new Set(['captcha']))
    const context = { ...visitor(), limits }
    expect(getKind(await consumeCodeRequest(context, phone, 'token'))).toBe('taken')
    expect(await ask(context)).toBe('taken')
  })

  test('needs a captcha after an unanswered one, also three weeks later', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
    const visitor = neighbourhood()
    expect(await ask(visitor())).toBe('taken')
    await vi.advanceTimersByTimeAsync(21 * 86_400_000)
    expect(await ask(visitor())).toBe('captcha')
    vi.useRealTimers()
  })

  test('counts for the networks of IPv6 up to the /32 of a provider', async () => {
    const visitor = neighbourhood()
    let taken = 0
    for (let network = 0; network < 200; network++) {
      const address = `2001:db8:${network.toString(16)}00::/64`
      if ((await ask({ ...visitor(), address })) === 'taken') taken += 1
    }
    expect(taken).toBe(64)
  })

  test('consumes no limit when it failed', async () => {
    const visitor = neighbourhood()
    for (let text = 0; text < 40; text++) {
      const taken = await consumeCodeRequest(visitor(), newPhone(), '')
      expect(getKind(taken)).toBe('taken')
      if (taken !== 'captcha' && !taken.isOver) await taken.reward()
    }
    const phone = newPhone()
    await consumeCodeRequest({ ...visitor(), address: '198.51.100.7' }, phone, '')
    expect(getKind(await consumeCodeRequest(visitor(), phone, ''))).toBe('codeWait')
    expect(await ask(visitor())).toBe('taken')
  })

  test('is not needed by a device on which the phone was confirmed before', async () => {
    const visitor = neighbourhood()
    const { phone, device } = confirmed()
    await ask(visitor())
    expect(getKind(await consumeCodeRequest(visitor(device, true), phone, ''))).toBe('taken')
    expect(getKind(await consumeCodeRequest(visitor(device, true), newPhone(), ''))).toBe('captcha')
    // Its right code returns no SMS to the address.
    await check(visitor(device), { phone }, { isRight: true })
    expect(await ask(visitor())).toBe('captcha')
  })
})

test.each([
  [3, 'codesInTenMinutes', 61],
  [5, 'codesInHour', 301],
  [10, 'codesInDay', 1201],
])('T03 at most %i SMS are sent to a phone by the limit %s', async (most, limit, seconds) => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  const visitor = neighbourhood()
  const phone = newPhone()
  const kinds = []
  for (let text = 0; text <= most; text++) {
    kinds.push(getKind(await consumeCodeRequest(visitor(), phone, `token ${text}`)))
    await vi.advanceTimersByTimeAsync(seconds * 1000)
  }
  expect(kinds).toEqual([...Array(most).fill('taken'), limit])
  vi.useRealTimers()
})

describe('a captcha token', () => {
  test('allows one SMS', async () => {
    const visitor = neighbourhood()
    const ask = (token: string) => consumeCodeRequest(visitor(), newPhone(), token)
    expect(await ask('token')).toMatchObject({ isOver: false, isAsked: true })
    expect(await ask('token')).toBe('captcha')
    expect(await ask('')).toMatchObject({ isOver: false, isAsked: false })
  })

  test('that is wrong is refused, and consumes none of the phone’s SMS', async () => {
    const visitor = neighbourhood('wrong')
    const [phone, device] = [newPhone(), newDevice()]
    expect(getKind(await consumeCodeRequest(visitor(device), phone, 'token'))).toBe('captcha')
    expect(getKind(await consumeCodeRequest(visitor(device), phone, ''))).toBe('taken')
  })

  test.each([
    ['that cannot be verified leaves the address twenty SMS an hour', true, 20, 'unverifiedSms'],
    ['that is never asked for leaves the address two hundred', false, 200, 'codesOfAddress'],
  ] as const)('%s', async (_, isOffered, most, limit) => {
    const visitor = neighbourhood('unknown')
    const captcha = { ...visitor().captcha, isOffered }
    const kinds = await askTimes(most + 2, () => [{ ...visitor(), captcha }, newPhone()])
    expect(kinds).toEqual([...Array(most).fill('taken'), limit, limit])
  })
})

describe('a code on an unknown device', () => {
  test('has one try without a captcha, and the other four after one', async () => {
    const visitor = neighbourhood()
    const request = { phone: newPhone(), attemptId: 'an attempt' }
    expect(await check(visitor(), request)).toBe('checked')
    expect(await check(visitor(), request)).toBe('captcha')
    expect(await check(visitor(), request, { token: 'token' })).toBe('checked')
    const proven = { ...request, isProven: true }
    for (let tries = 0; tries < 3; tries++) expect(await check(visitor(), proven)).toBe('checked')
    expect(await check(visitor(), proven)).toBe('codeTries')
  })

  test('has no such limit where the phone was confirmed before', async () => {
    const visitor = neighbourhood()
    const { phone, device } = confirmed()
    for (let tries = 0; tries < 5; tries++)
      expect(await check(visitor(device), { phone, attemptId: 'an attempt' })).toBe('checked')
  })

  test('needs a captcha above twenty phones or sixty wrong codes of the address, and no pause', async () => {
    const visitor = neighbourhood()
    for (let count = 0; count < 100; count++)
      expect(await check(visitor(), {}, { isRight: true })).toBe('checked')
    for (let count = 0; count < 20; count++) expect(await check(visitor(), {})).toBe('checked')
    expect(await check(visitor(), {})).toBe('captcha')
    expect(await check(visitor(), {}, { token: 'token' })).toBe('checked')
    const neighbour = { ...visitor(), address: '198.51.100.7' }
    expect(await check(neighbour, {})).toBe('checked')
    const third = { ...visitor(), address: '198.51.100.8' }
    const phones = Array.from({ length: 12 }, newPhone)
    for (const phone of [...phones, ...phones, ...phones])
      expect(await check(third, { phone })).toBe('checked')
    expect(await check(third, {})).toBe('captcha')
  })

  test('needs no captcha where answers cannot be verified', async () => {
    const visitor = neighbourhood('unknown')
    const bare = () => ({ ...visitor(), captcha: { ...visitor().captcha, isVerifiable: false } })
    const request = { phone: newPhone(), attemptId: 'an attempt' }
    expect(await check(bare(), request)).toBe('checked')
    expect(await check(bare(), request)).toBe('checked')
  })

  test('pauses the address where no captcha is offered', async () => {
    const visitor = neighbourhood()
    const bare = () => ({
      ...visitor(),
      captcha: { ...visitor().captcha, isOffered: false, isVerifiable: false },
    })
    for (let count = 0; count < 20; count++) expect(await check(bare(), {})).toBe('checked')
    expect(await check(bare(), {})).toBe('wrongCodesOfAddress')
  })

  test('needs a captcha after three wrong codes of its phone from other addresses', async () => {
    const visitor = neighbourhood()
    const phone = newPhone()
    for (let count = 0; count < 3; count++)
      expect(await check({ ...visitor(), address: `198.51.100.${count}` }, { phone })).toBe(
        'checked',
      )
    const elsewhere = { ...visitor(), address: '203.0.113.9' }
    expect(await check(elsewhere, { phone })).toBe('captcha')
    expect(getKind(await consumeCodeRequest(elsewhere, phone, ''))).toBe('captcha')
  })
})

test('leaves the phone alone when one code is tried forty times in parallel without a captcha', async () => {
  const visitor = neighbourhood()
  const [phone, attemptId] = [newPhone(), 'an attempt']
  const tries = Array.from({ length: 40 }, () => check(visitor(), { phone, attemptId }))
  expect((await Promise.all(tries)).filter((kind) => kind === 'checked')).toHaveLength(1)
  // Of thirteen wrong codes a day twelve are left.
  const owner = newDevice()
  expect(getKind(await consumeCodeRequest(visitor(owner), phone, 'token'))).toBe('taken')
  for (let count = 0; count < 9; count++)
    expect(await check(visitor(), { phone }, { token: `try ${count}` })).toBe('checked')
  expect(await check(visitor(), { phone }, { token: 'last' })).toBe('wrongCodes')
})

describe('wrong codes of unknown devices of the whole shop', () => {
  const elsewhere = (context: Visit, count: number) => ({
    ...context,
    address: `198.51.${count >> 8}.${count & 255}`,
  })

  test('lead to a captcha for every unknown device, and for no confirmed one', async () => {
    const visitor = neighbourhood()
    for (let count = 0; count < limitTable.wrongCodesOfShop.points; count++)
      expect(await check(elsewhere(visitor(), count), {})).toBe('checked')
    expect(await check(elsewhere(visitor(), 1000), {})).toBe('captcha')
    // The SMS of this code has needed a captcha, so its first try needs none.
    const asked = { attemptId: 'an attempt', isAsked: true }
    expect(await check(elsewhere(visitor(), 1001), asked)).toBe('checked')
    expect(await check(elsewhere(visitor(), 1002), asked)).toBe('captcha')
    expect(getKind(await consumeCodeRequest(visitor(), newPhone(), ''))).toBe('captcha')
    const { phone, device } = confirmed()
    expect(await check(visitor(device), { phone })).toBe('checked')
  })

  test('after two of them an SMS of an unknown device counts twice, so half as many are sent', async () => {
    const visitor = neighbourhood()
    const wrongCodesOfShop = { points: 1, seconds: 3600 }
    const limits = limitsOf({ ...withSmsBudget(8, 0), wrongCodesOfShop })
    const context = () => ({ ...visitor(), limits })
    for (let count = 0; count < 2; count++) await check(elsewhere(context(), count), {})
    const kinds = await askTimes(4, () => [context(), newPhone()])
    expect(kinds).toEqual(['taken', 'taken', 'taken', 'newDeviceSmsInMinute'])
  })
})

test.each(['smsInMinute', 'smsInHour', 'newDeviceSmsInMinute', 'newDeviceSmsInHour'] as const)(
  'limits the SMS with codes that all visitors request, by %s',
  async (limit) => {
    const limits = limitsOf({ ...limitTable, [limit]: { points: 5, seconds: 60 } }, 0)
    const visitor = neighbourhood()
    const kinds = await askTimes(6, (text) => [
      { ...visitor(), limits, address: `203.0.113.${text}` },
      newPhone(),
    ])
    expect(kinds).toEqual([...Array(5).fill('taken'), limit])
  },
)

describe('the SMS with codes of all visitors in a minute', () => {
  const budget = (inMinute: number) => limitsOf(withSmsBudget(inMinute, 0), 0)

  test('include a quarter reserved for devices on which the phone has signed in before', async () => {
    const limits = budget(8)
    const visitor = neighbourhood()
    const ask = async (isStranger: boolean, text: number) => {
      const [device, phone] = [newDevice(), newPhone()]
      if (!isStranger) device.confirm(phone, 'a user')
      const context = { ...visitor(device), limits }
      return getKind(await consumeCodeRequest(context, phone, `token ${text}`))
    }
    const strangers = []
    for (let text = 0; text < 8; text++) strangers.push(await ask(true, text))
    expect(strangers.slice(0, 6)).toEqual(Array(6).fill('taken'))
    expect(strangers.slice(6)).toEqual(Array(2).fill('newDeviceSmsInMinute'))
    expect([await ask(false, 8), await ask(false, 9)]).toEqual(['taken', 'taken'])
  })

  test('need a captcha on a new device once almost half are used, and none on a returning device', async () => {
    const limits = budget(20)
    const visitor = neighbourhood()
    const kinds = []
    for (let text = 0; text < 30; text++)
      kinds.push(getKind(await consumeCodeRequest({ ...visitor(), limits }, newPhone(), '')))
    expect(kinds).toEqual([...Array(9).fill('taken'), ...Array(21).fill('captcha')])
    const bare = { ...visitor(), limits, captcha: { ...visitor().captcha, isOffered: false } }
    expect(getKind(await consumeCodeRequest(bare, newPhone(), ''))).toBe('taken')
    const [device, phone] = [newDevice(), newPhone()]
    device.confirm(phone, 'a user')
    const own = { ...visitor(device), limits }
    expect(getKind(await consumeCodeRequest(own, phone, ''))).toBe('taken')
    const answered = await consumeCodeRequest(
      { ...visitor(), limits },
      newPhone(),
      'a right answer',
    )
    expect(getKind(answered)).toBe('taken')
  })
})

test('limits a device to ten SMS an hour, to any phones', async () => {
  const visitor = neighbourhood()
  const device = newDevice()
  const kinds = await askTimes(11, () => [visitor(device), newPhone()])
  expect(kinds.slice(9)).toEqual(['taken', 'codesOfDevice'])
})

describe('wrong codes of a phone', () => {
  afterEach(() => vi.useRealTimers())

  /** Sends wrong codes until a pause starts; returns its length in hours. */
  async function guess(context: Visit, phone: string) {
    for (let count = 1; count <= 20; count++) {
      const request = { phone, attemptId: crypto.randomUUID(), expires: 0 }
      const taken = await consumeCodeCheck(context, request, crypto.randomUUID())
      if (taken === 'captcha') return null
      const pause = taken.isOver ? taken : await taken.wrong()
      const hours = pause && Math.round((pause.until.getTime() - Date.now()) / 360_000) / 10
      if (pause) return { count: taken.isOver ? count - 1 : count, hours }
    }
    return null
  }
  const HOUR = 3_600_000

  test('pause the phone for two hours after ten, then until the next day after three more', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
    const visitor = neighbourhood()
    const phone = newPhone()
    expect(await guess(visitor(), phone)).toEqual({ count: 10, hours: 2 })
    expect(await guess(visitor(), phone)).toEqual({ count: 0, hours: 2 })
    const { device: owner } = confirmed(phone)
    expect(getKind(await consumeCodeRequest(visitor(owner), phone, ''))).toBe('taken')
    expect(await check(visitor(owner), { phone })).toBe('checked')
    await vi.advanceTimersByTimeAsync(2 * HOUR + 1000)
    expect(await guess(visitor(), phone)).toEqual({ count: 3, hours: 22 })
    expect(getKind(await consumeCodeRequest(visitor(), phone, ''))).toBe('wrongCodesInDay')
    await vi.advanceTimersByTimeAsync(20 * HOUR)
    expect(await guess(visitor(), phone)).toEqual({ count: 0, hours: 2 })
    await vi.advanceTimersByTimeAsync(2 * HOUR)
    // The three wrong codes of the evening still count.
    expect(await guess(visitor(), phone)).toEqual({ count: 7, hours: 2 })
  })

  test('leave unknown devices one try a day after a hundred in a row, until a right code ends the row', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
    const visitor = neighbourhood()
    const phone = newPhone()
    for (let total = 0; total < 100;) {
      total += (await guess(visitor(), phone))?.count ?? 0
      await vi.advanceTimersByTimeAsync(12 * HOUR)
    }
    await vi.advanceTimersByTimeAsync(24 * HOUR)
    const counts = []
    for (let day = 0; day < 3; day++) {
      counts.push((await guess(visitor(), phone))?.count)
      await vi.advanceTimersByTimeAsync(24 * HOUR)
    }
    expect(counts).toEqual([1, 1, 1])
    const { device } = confirmed(phone)
    expect(await check(visitor(device), { phone }, { isRight: true })).toBe('checked')
    expect((await guess(visitor(), phone))?.count).toBeGreaterThan(1)
  })

  test('of a confirmed device pause neither strangers nor another confirmed device', async () => {
    const visitor = neighbourhood()
    const phone = newPhone()
    const owner = visitor(confirmed(phone).device)
    expect(await guess(visitor(confirmed(phone).device), phone)).toEqual({ count: 10, hours: 2 })
    expect(await check(owner, { phone })).toBe('checked')
    expect(getKind(await consumeCodeRequest(owner, phone, ''))).toBe('taken')
  })

  test('of confirmed devices have a sum of thirty a day, and their SMS one of twenty', async () => {
    const visitor = neighbourhood()
    const phone = newPhone()
    let total = 0
    for (let at = 0; at < 5; at++)
      total += (await guess(visitor(confirmed(phone).device), phone))?.count ?? 0
    expect(total).toBe(30)
    const kinds = await askTimes(21, () => [visitor(confirmed(phone).device), phone])
    expect(kinds).toEqual([...Array(20).fill('taken'), 'codesOfConfirmedDevices'])
  })

  test('count for strangers after the shopper has signed out everywhere', async () => {
    const visitor = neighbourhood()
    const { phone, device } = confirmed()
    const { revokedSessions } = visitor()
    await revokedSessions.revoke({ sessionId: 's', userId: 'a user', beganAt: 0 }, true)
    const request = { phone, attemptId: 'an attempt' }
    expect(await check(visitor(device), request)).toBe('checked')
    expect(await check(visitor(device), request)).toBe('captcha')
    await new Promise((resolve) => setTimeout(resolve, 2))
    device.confirm(phone, 'a user')
    expect(await check(visitor(device), request)).toBe('checked')
    expect(await check(visitor(device), request)).toBe('checked')
  })
})

describe('a limit of a phone that is counted in memory', () => {
  test('is not evicted when a stranger requests codes for more phones than memory holds', async () => {
    const visitor = neighbourhood()
    const [paused, waiting] = [newPhone(), newPhone()]
    for (let count = 0; count < 10; count++)
      await check(
        { ...visitor(), address: `198.51.100.${count}` },
        { phone: paused },
        { token: `token ${count}` },
      )
    expect(getKind(await consumeCodeRequest(visitor(), waiting, ''))).toBe('taken')
    const wrong = neighbourhood('wrong')
    for (let count = 0; count <= 5000; count++)
      await consumeCodeRequest(
        { ...wrong(newDevice(), true), limits: visitor().limits },
        newPhone(),
        '',
      )
    const elsewhere = { ...visitor(), address: '198.51.100.77' }
    expect(getKind(await consumeCodeRequest(elsewhere, paused, ''))).toBe('wrongCodes')
    expect(getKind(await consumeCodeRequest(elsewhere, waiting, ''))).toBe('codeWait')
  })
})
