import { setTimeout as sleep } from 'node:timers/promises'

import { expect, test } from 'vitest'

import { createOverloadSteps } from './overload'
import { createOverloadGuard, createVerdict } from './overload-guard'
import type { WholeVisit } from './visit'

const LATE = Array<number>(5).fill(300)

test.each([
  ['four late windows in a row', [20, 900, 20, ...LATE.slice(1), 20], []],
  ['five late windows in a row, until a timely one', [...LATE, 300, 20], [4, 5]],
  ['one late window soon after an overload', [...LATE, ...Array(38).fill(20), 300], [4, 43]],
  ['one late window ten seconds after it', [...LATE, ...Array(40).fill(20), 300], [4]],
  ['windows at the threshold', Array(6).fill(250), []],
  ['windows that were not measured', Array(6).fill(NaN), []],
])('sheds load by the event-loop delay: %s', (_, delays: number[], late) => {
  const isLate = createVerdict()
  const found = delays.flatMap((delay, at) => (isLate(delay, at * 250) ? [at] : []))
  expect(found).toEqual(late)
})

const SOMEBODY = '198.51.100.7'

type Guard = ReturnType<typeof createOverloadGuard>

/** Admits a request as the steps do; null when the guard refuses it. */
const admit = (guard: Guard, address: string) =>
  guard.getShedRule(address) ? null : guard.begin(address)

/** Admits requests, each from an address of its own. */
function admitMany(guard: Guard, count: number) {
  return Array.from({ length: count }, (_, each) => admit(guard, `10.0.${each >> 8}.${each & 255}`))
}

/** Admits as many requests of an address as the guard allows, up to `count`. */
function admitFrom(guard: Guard, address: string, count = 700) {
  return Array.from({ length: count }, () => admit(guard, address)).filter((end) => end !== null)
}

/** Counts the guard's windows: of two timers with equal times the guard's fires first. */
function countWindows() {
  let passed = 0
  const timer = setInterval(() => (passed += 1), 250)
  return { passed: () => passed, end: () => clearInterval(timer) }
}

/** Blocks the event loop for some windows, with a pause for the guard's timer. */
async function keepBusy(windows: number): Promise<void> {
  const { passed, end } = countWindows()
  while (passed() < windows) {
    for (const until = performance.now() + 20; performance.now() < until;);
    await new Promise(setImmediate)
  }
  end()
}

/** Lets some windows pass without work. */
async function rest(windows: number): Promise<void> {
  const { passed, end } = countWindows()
  while (passed() < windows) await sleep(20)
  end()
}

test('600 concurrent requests are an overload until one of them ends', () => {
  const guard = createOverloadGuard(48)
  expect(admitMany(guard, 599)).not.toContain(null)
  expect(guard.getShedRule(SOMEBODY)).toBeNull()
  const end = guard.begin('192.0.2.1')
  expect(guard.getShedRule(SOMEBODY)).toBe('requests at once')
  end()
  expect(guard.getShedRule(SOMEBODY)).toBeNull()
})

test('refuses one address alone when it uses as many slots as are left for all others', () => {
  const guard = createOverloadGuard(48)
  const own = admitFrom(guard, '192.0.2.1')
  expect(own).toHaveLength(300)
  expect(guard.getShedRule('192.0.2.1')).toBe('slots of the address')
  expect(guard.getShedRule(SOMEBODY)).toBeNull()
  own[0]?.()
  expect(guard.getShedRule('192.0.2.1')).toBeNull()
  // Slots that others use are not free: each of three addresses gets a quarter.
  for (const end of own) end()
  for (let round = 0; round < 300; round += 1)
    for (const each of [1, 2, 3]) admit(guard, `192.0.2.${each}`)
  expect(admitFrom(guard, SOMEBODY, 75)).toHaveLength(75)
  expect(guard.getShedRule(SOMEBODY)).toBe('slots of the address')
})

test('an address shared by many visitors is not limited while slots are plenty', () => {
  const guard = createOverloadGuard(48)
  admitMany(guard, 200)
  expect(admitFrom(guard, SOMEBODY, 200)).toHaveLength(200)
})

test.each([8, 60])(
  'accepts a new address while %d other addresses use all their slots',
  (others) => {
    const guard = createOverloadGuard(48)
    for (let round = 0; round < 300; round += 1)
      for (let each = 1; each <= others; each += 1) admit(guard, `192.0.2.${each}`)
    expect(guard.getShedRule(SOMEBODY)).toBeNull()
  },
)

test('counts IPv6 addresses by network, and one network does not block its neighbours', () => {
  const guard = createOverloadGuard(48)
  const inNetwork = (each: number) => `2001:db8:1:${each.toString(16)}::/64`
  expect(admitFrom(guard, inNetwork(0))).toHaveLength(300)
  expect(guard.getShedRule(inNetwork(0x1000))).toBeNull()
  // Requests from many /64 networks of one /48 count together.
  for (let each = 1; each < 700; each += 1) admit(guard, inNetwork(each << 6))
  expect(guard.getShedRule(inNetwork(0xffff))).toBe('slots of the address')
  expect(guard.getShedRule('2001:db8:2::/64')).toBeNull()
  expect(admitFrom(guard, SOMEBODY, 60)).toHaveLength(60)
})

test('48 concurrent requests are an overload while the event loop is late', async () => {
  const guard = createOverloadGuard(48)
  await keepBusy(3)
  const [first] = admitMany(guard, 48)
  expect(guard.getShedRule(SOMEBODY)).toBe('requests at once')
  first?.()
  expect(guard.getShedRule(SOMEBODY)).toBeNull()
})

test('requests that wait for a gateway are no overload', async () => {
  const guard = createOverloadGuard(48)
  admitMany(guard, 100)
  await keepBusy(1)
  for (let passed = 0; passed < 600; passed += 50) {
    expect(guard.getShedRule(SOMEBODY)).toBeNull()
    await sleep(50)
  }
})

test('a request older than a second counts as waiting for a gateway', async () => {
  const guard = createOverloadGuard(48)
  admitMany(guard, 100)
  await rest(3)
  await keepBusy(3)
  expect(guard.getShedRule(SOMEBODY)).toBeNull()
  admitMany(guard, 48)
  expect(guard.getShedRule(SOMEBODY)).toBe('requests at once')
})

test('accepts eight requests at any event-loop delay, and does not count refused ones', async () => {
  const counts: number[] = []
  const guard = createOverloadGuard(1, (count) => counts.push(count))
  await keepBusy(3)
  const taken = admitMany(guard, 20).filter((end) => end !== null)
  expect(taken).toHaveLength(8)
  for (const end of taken) end()
  // A second call does nothing.
  for (const end of taken) end()
  expect([Math.max(...counts), counts.at(-1)]).toEqual([8, 0])
  expect(guard.getShedRule(SOMEBODY)).toBeNull()
})

test('refuses nothing when the limit is 0', async () => {
  const guard = createOverloadGuard(0)
  admitMany(guard, 700)
  await keepBusy(3)
  expect(guard.getShedRule(SOMEBODY)).toBeNull()
})

/** Lets requests of the sign-in begin, some of them from a suspicious address; returns the order in which they began. */
async function getOrder(requests: { isSuspicious: boolean; body?: string; isAsked?: boolean }[]) {
  const { begin } = createOverloadSteps(
    48,
    () => undefined,
    (cookies, body) => cookies !== undefined || body.includes('captchaAnswer=6'),
  )
  const order: number[] = []
  const releases: (() => void)[] = []
  await Promise.all(
    requests.map(async ({ isSuspicious, body = '', isAsked = false }, at) => {
      const cookies = isAsked ? {} : undefined
      const asked = { address: SOMEBODY, sessionId: null, isSuspicious, cookies, releases }
      const rest = { body: Buffer.from(body), response: { destroyed: false } }
      expect(await begin({ ...asked, ...rest } as unknown as WholeVisit)).toBeNull()
      order.push(at)
    }),
  )
  expect(releases).toHaveLength(requests.length)
  return order
}

test('lets a suspicious address begin after others, but not those of it who answered a captcha', async () => {
  expect(
    await getOrder([
      { isSuspicious: true },
      { isSuspicious: true, isAsked: true },
      { isSuspicious: true, body: 'phone=1&captchaAnswer=6' },
      { isSuspicious: false },
    ]),
  ).toEqual([1, 2, 3, 0])
})

test('names the rule that sheds a request, and skips a client that has left', async () => {
  const { refuse, begin } = createOverloadSteps(
    48,
    () => undefined,
    () => false,
  )
  const left = { address: SOMEBODY, sessionId: null, isSuspicious: false, releases: [] }
  const request = { ...left, response: { destroyed: true } } as unknown as WholeVisit
  expect(await begin(request)).toBe('answered')
  for (let each = 0; each < 599; each += 1)
    await begin({ ...request, address: `10.0.${each >> 8}.${each & 255}` })
  const shed = { ...request }
  expect(refuse(shed)).toEqual({ status: 503, retryAfterSeconds: 3 })
  expect(shed.refusal).toEqual({ shedBy: 'requests at once' })
})
