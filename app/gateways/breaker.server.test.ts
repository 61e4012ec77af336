import { describe, expect, it } from 'vitest'

import { ALL_ENDPOINTS, createBreaker, type Outcome } from './breaker.server'

/** A breaker with a test clock. */
function setUp() {
  let now = 0
  const states = new Map<string, boolean>()
  const breaker = createBreaker(
    () => now,
    (endpoint, isOpen) => states.set(endpoint, isOpen),
  )
  return {
    breaker,
    states,
    wait: (ms: number) => (now += ms),
    /**
     * Makes calls of many callers, or of the named one. `null`: calls that do not reach the
     * gateway.
     */
    calls(count: number, outcome: Outcome, endpoint = 'card', caller?: string | null) {
      for (let i = 0; i < count; i += 1)
        breaker.enter(endpoint, caller ?? `caller ${i}`)?.(outcome, caller !== null)
    },
    isOpen(endpoint = 'card') {
      const settle = breaker.enter(endpoint, 'somebody')
      settle?.('ignored')
      return settle === null
    },
  }
}

describe('the breaker of an endpoint', () => {
  it.each<[what: string, steps: string[], isOpen: boolean]>([
    ['is closed at first', [], false],
    ['stays closed after 19 failures', ['19 failure'], false],
    ['opens at 20 failures', ['20 failure'], true],
    ['opens when half of 20 calls fail', ['10 success', '10 failure'], true],
    ['stays closed when less than half of the calls fail', ['11 success', '10 failure'], false],
    ['does not count calls that their callers cancelled', ['19 failure', '50 ignored'], false],
    ['forgets failures after ten seconds', ['19 failure', '10001 ms', '1 failure'], false],
    ['remembers failures for nine seconds', ['19 failure', '8999 ms', '1 failure'], true],
    ['is still open after 9.9 s', ['20 failure', '9999 ms'], true],
    ['lets a probe through after 10 s', ['20 failure', '10000 ms'], false],
    [
      'opens again when the probes of three callers fail',
      ['20 failure', '10000 ms', '3 failure', '9999 ms'],
      true,
    ],
    [
      'closes when the probe succeeds, and forgets earlier failures',
      ['20 failure', '10000 ms', '1 success', '19 failure'],
      false,
    ],
    [
      'needs failures of a third caller to open',
      ['500 failure card one', '500 failure card two'],
      false,
    ],
    [
      'opens with the first failure of a third caller',
      ['500 failure card one', '500 failure card two', '1 failure card three'],
      true,
    ],
    ['stays closed after 19 calls that reach no gateway', ['19 failure card null'], false],
    ['opens for all callers when the gateway cannot be reached', ['20 failure card null'], true],
    [
      'stays closed when only two endpoints had calls and both fail',
      ['500 failure coupons', '500 failure offers'],
      false,
    ],
    [
      'does not open the whole gateway when only one caller sees failures',
      ['coupons', 'offers', 'goods', 'stores'].map((endpoint) => `500 failure ${endpoint} one`),
      false,
    ],
    [
      'opens with the whole gateway when its endpoints opened one after the other',
      ['20 failure coupons', '20 failure offers', '20 failure goods'],
      true,
    ],
    [
      'stays closed when one endpoint fails now and two failed an hour ago',
      ['20 failure reviews', '20 failure surveys', '3600000 ms', '20 failure coupons'],
      false,
    ],
    [
      'is open for a caller after its failed probe',
      ['20 failure', '10000 ms', '1 failure card somebody'],
      true,
    ],
    [
      'lets a caller with a failed probe try again after ten seconds, also without other callers',
      ['20 failure', '10000 ms', '1 failure card somebody', '10000 ms', '1 success card somebody'],
      false,
    ],
    [
      'admits other callers although the probes of one caller keep failing',
      [
        '20 failure',
        ...Array(3).fill(['10000 ms', '1 failure card one']).flat(),
        '5 failure card one',
        '1 success card another',
      ],
      false,
    ],
  ])('%s', (_, steps, open) => {
    const { wait, calls, isOpen } = setUp()
    for (const step of steps) {
      const [count, what, endpoint, caller] = step.split(' ')
      if (what === 'ms') wait(Number(count))
      else calls(Number(count), what as Outcome, endpoint, caller === 'null' ? null : caller)
    }
    expect(isOpen()).toBe(open)
  })

  it('allows one probe at a time', () => {
    const { breaker, wait, calls } = setUp()
    calls(20, 'failure')
    wait(10_000)
    const probe = breaker.enter('card', 'somebody')
    expect(probe).not.toBeNull()
    expect(breaker.enter('card', 'somebody')).toBeNull()
    probe?.('ignored')
    expect(breaker.enter('card', 'somebody')).not.toBeNull()
  })

  it('ignores a late answer to a call from before it opened', () => {
    const { breaker, wait, calls } = setUp()
    const late = breaker.enter('card', 'somebody')
    calls(20, 'failure')
    late?.('success')
    expect(breaker.enter('card', 'somebody')).toBeNull()
    wait(10_000)
    breaker.enter('card', 'somebody')
    late?.('success')
    expect(breaker.enter('card', 'somebody')).toBeNull()
  })

  it('counts a call once, even when it is settled twice', () => {
    const { breaker, calls, isOpen } = setUp()
    const settle = breaker.enter('card', 'somebody')
    for (let i = 0; i < 20; i += 1) settle?.('failure')
    calls(18, 'failure')
    expect(isOpen()).toBe(false)
  })
})

describe('the scope of a breaker', () => {
  it('opens the failing endpoints, and not the whole gateway, while one endpoint answers', () => {
    const { calls, isOpen, states } = setUp()
    calls(1, 'success')
    for (const endpoint of ['coupons', 'offers', 'goods']) calls(500, 'failure', endpoint)
    calls(500, 'failure', 'stores')
    for (const endpoint of ['coupons', 'offers', 'goods', 'stores'])
      expect(isOpen(endpoint)).toBe(true)
    expect(isOpen()).toBe(false)
    expect(states.get('coupons')).toBe(true)
    expect(states.has(ALL_ENDPOINTS)).toBe(false)
  })

  it('opens the whole gateway when every endpoint fails, before each endpoint would open', () => {
    const { calls, isOpen, states, wait } = setUp()
    for (const endpoint of ['coupons', 'offers', 'goods', 'stores']) calls(5, 'failure', endpoint)
    expect(states).toEqual(new Map([[ALL_ENDPOINTS, true]]))
    expect(isOpen()).toBe(true)
    wait(10_000)
    calls(1, 'success')
    expect(states.get(ALL_ENDPOINTS)).toBe(false)
    for (const endpoint of ['coupons', 'card']) expect(isOpen(endpoint)).toBe(false)
  })

  it('admits a probe of each endpoint while the whole gateway is open', () => {
    const { breaker, calls, wait, states } = setUp()
    for (const endpoint of ['coupons', 'offers', 'goods', 'stores']) calls(5, 'failure', endpoint)
    wait(10_000)
    calls(1, 'success', 'coupons')
    calls(40, 'failure', 'offers')
    calls(40, 'failure', 'goods')
    for (const endpoint of ['coupons', 'stores']) calls(20, 'failure', endpoint)
    expect(states.get(ALL_ENDPOINTS)).toBe(true)
    wait(10_000)
    expect(breaker.enter('offers', 'one')).not.toBeNull()
    expect(breaker.enter('offers', 'another')).toBeNull()
    breaker.enter('goods', 'somebody')?.('success')
    expect(states.get(ALL_ENDPOINTS)).toBe(false)
    expect(states.get('offers')).toBe(true)
  })
})

describe('a half-open breaker', () => {
  it('opens an unreachable gateway again after one failed probe of each endpoint', () => {
    const { calls, wait, isOpen, states } = setUp()
    const all = ['coupons', 'offers', 'goods', 'card']
    for (const endpoint of all) calls(5, 'failure', endpoint, null)
    wait(10_000)
    for (const endpoint of all) calls(1, 'failure', endpoint, null)
    for (const endpoint of all) expect(isOpen(endpoint)).toBe(true)
    wait(9_999)
    expect(isOpen()).toBe(true)
    expect(states.get(ALL_ENDPOINTS)).toBe(true)
  })
})
