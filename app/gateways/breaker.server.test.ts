import { describe, expect, it } from 'vitest'

import { ALL_ENDPOINTS, createBreaker, type Outcome } from './breaker.server'

/** A breaker on a clock that the test moves. */
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
    /** By many callers, unless one is named. */
    calls(count: number, outcome: Outcome, endpoint = 'card', caller?: string | null) {
      for (let i = 0; i < count; i += 1)
        breaker.enter(endpoint)?.(outcome, caller === undefined ? `caller ${i}` : caller)
    },
    isOpen(endpoint = 'card') {
      const settle = breaker.enter(endpoint)
      settle?.('ignored', 'somebody')
      return settle === null
    },
  }
}

type Step = [count: number, outcome: Outcome] | [waitMs: number]

describe('the breaker of an endpoint', () => {
  it.each<{ what: string; steps: Step[]; open: boolean }>([
    { what: 'is closed at first', steps: [], open: false },
    { what: 'bears 19 failures', steps: [[19, 'failure']], open: false },
    { what: 'opens at 20 failures', steps: [[20, 'failure']], open: true },
    {
      what: 'opens when half of 20 calls fail',
      steps: [
        [10, 'success'],
        [10, 'failure'],
      ],
      open: true,
    },
    {
      what: 'bears a little less than half',
      steps: [
        [11, 'success'],
        [10, 'failure'],
      ],
      open: false,
    },
    {
      what: 'does not count callers who left',
      steps: [
        [19, 'failure'],
        [50, 'ignored'],
      ],
      open: false,
    },
    {
      what: 'forgets failures after ten seconds',
      steps: [[19, 'failure'], [10_001], [1, 'failure']],
      open: false,
    },
    {
      what: 'remembers failures for nine seconds',
      steps: [[19, 'failure'], [8_999], [1, 'failure']],
      open: true,
    },
    { what: 'is still open after 9.9 s', steps: [[20, 'failure'], [9_999]], open: true },
    { what: 'lets a probe through after 10 s', steps: [[20, 'failure'], [10_000]], open: false },
    {
      what: 'opens again when the probe fails',
      steps: [[20, 'failure'], [10_000], [1, 'failure'], [9_999]],
      open: true,
    },
    {
      what: 'closes when the probe succeeds, with a clean slate',
      steps: [[20, 'failure'], [10_000], [1, 'success'], [19, 'failure']],
      open: false,
    },
  ])('$what', ({ steps, open }) => {
    const { wait, calls, isOpen } = setUp()
    for (const step of steps) {
      if (step.length === 1) wait(step[0])
      else calls(...step)
    }
    expect(isOpen()).toBe(open)
  })

  it('lets one probe through at a time', () => {
    const { breaker, wait, calls } = setUp()
    calls(20, 'failure')
    wait(10_000)
    const probe = breaker.enter('card')
    expect(probe).not.toBeNull()
    expect(breaker.enter('card')).toBeNull()
    probe?.('ignored', 'somebody')
    expect(breaker.enter('card')).not.toBeNull()
  })

  it('does not let a late answer from before it opened decide the probe', () => {
    const { breaker, wait, calls } = setUp()
    const late = breaker.enter('card')
    calls(20, 'failure')
    late?.('success', 'somebody')
    expect(breaker.enter('card')).toBeNull()
    wait(10_000)
    breaker.enter('card')
    late?.('success', 'somebody')
    expect(breaker.enter('card')).toBeNull()
  })

  it('counts a call once, however often it is settled', () => {
    const { breaker, calls, isOpen } = setUp()
    const settle = breaker.enter('card')
    for (let i = 0; i < 20; i += 1) settle?.('failure', 'somebody')
    calls(18, 'failure')
    expect(isOpen()).toBe(false)
  })
})

describe('who else is left alone', () => {
  it('nobody for an endpoint that one or two callers alone see failing, however often they ask', () => {
    const { calls, isOpen } = setUp()
    calls(500, 'failure', 'card', 'one')
    calls(500, 'failure', 'card', 'another')
    expect(isOpen()).toBe(false)
    calls(1, 'failure', 'card', 'a third')
    expect(isOpen()).toBe(true)
  })

  it('everybody, where the gateway is not even reached, whoever asks', () => {
    const { calls, isOpen } = setUp()
    calls(19, 'failure', 'card', null)
    expect(isOpen()).toBe(false)
    calls(1, 'failure', 'card', null)
    expect(isOpen()).toBe(true)
  })

  it('no other endpoint, while anything of the gateway answers', () => {
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

  it('no other endpoint, where no more than two were asked', () => {
    const { calls, isOpen } = setUp()
    for (const endpoint of ['coupons', 'offers']) calls(500, 'failure', endpoint)
    expect(isOpen()).toBe(false)
  })

  it('no other endpoint for failures of one or two callers', () => {
    const { calls, isOpen } = setUp()
    for (const endpoint of ['coupons', 'offers', 'goods', 'stores'])
      calls(500, 'failure', endpoint, 'one')
    expect(isOpen()).toBe(false)
  })

  it('the whole gateway, when nothing of it answers: sooner than each of its endpoints would be', () => {
    const { calls, isOpen, states, wait } = setUp()
    for (const endpoint of ['coupons', 'offers', 'goods', 'stores']) calls(5, 'failure', endpoint)
    expect(states).toEqual(new Map([[ALL_ENDPOINTS, true]]))
    expect(isOpen()).toBe(true)
    wait(10_000)
    calls(1, 'success')
    expect(states.get(ALL_ENDPOINTS)).toBe(false)
    for (const endpoint of ['coupons', 'card']) expect(isOpen(endpoint)).toBe(false)
  })

  it('the whole gateway, also when its endpoints were given up one by one', () => {
    const { calls, isOpen } = setUp()
    for (const endpoint of ['coupons', 'offers', 'goods']) calls(20, 'failure', endpoint)
    expect(isOpen()).toBe(true)
  })

  it('an endpoint that is given up takes no probe from its gateway', () => {
    const { breaker, calls, wait, states } = setUp()
    for (const endpoint of ['coupons', 'offers', 'goods', 'stores']) calls(5, 'failure', endpoint)
    wait(10_000)
    calls(1, 'success', 'coupons')
    calls(40, 'failure', 'offers')
    calls(40, 'failure', 'goods')
    for (const endpoint of ['coupons', 'stores']) calls(20, 'failure', endpoint)
    expect(states.get(ALL_ENDPOINTS)).toBe(true)
    wait(10_000)
    const probe = breaker.enter('offers')
    expect(breaker.enter('goods')).toBeNull()
    probe?.('ignored', 'somebody')
    breaker.enter('goods')?.('success', 'somebody')
    expect(states.get(ALL_ENDPOINTS)).toBe(false)
    expect(states.get('offers')).toBe(true)
  })

  it('an endpoint that answers again is asked as before, one probe after the other', () => {
    const { breaker, calls, wait, isOpen, states } = setUp()
    calls(20, 'failure')
    wait(10_000)
    const probe = breaker.enter('card')
    expect(isOpen()).toBe(true)
    probe?.('success', 'somebody')
    expect(isOpen()).toBe(false)
    expect(states.get('card')).toBe(false)
  })
})
