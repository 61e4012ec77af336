import { describe, expect, it } from 'vitest'

import { createBreaker, type Outcome } from './breaker.server'

/** A breaker on a clock that the test moves. */
function setUp() {
  let now = 0
  const breaker = createBreaker(() => now)
  return {
    breaker,
    wait: (ms: number) => (now += ms),
    calls(count: number, outcome: Outcome) {
      for (let i = 0; i < count; i += 1) breaker.enter()?.(outcome)
    },
    isOpen() {
      const settle = breaker.enter()
      settle?.('ignored')
      return settle === null
    },
  }
}

type Step = [count: number, outcome: Outcome] | [waitMs: number]

describe('the breaker', () => {
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
    const probe = breaker.enter()
    expect(probe).not.toBeNull()
    expect(breaker.enter()).toBeNull()
    probe?.('ignored')
    expect(breaker.enter()).not.toBeNull()
  })

  it('does not let a late answer from before it opened decide the probe', () => {
    const { breaker, wait, calls } = setUp()
    const late = breaker.enter()
    calls(20, 'failure')
    late?.('success')
    expect(breaker.enter()).toBeNull()
    wait(10_000)
    breaker.enter()
    late?.('success')
    expect(breaker.enter()).toBeNull()
  })

  it('counts a call once, however often it is settled', () => {
    const { breaker, calls, isOpen } = setUp()
    const settle = breaker.enter()
    for (let i = 0; i < 20; i += 1) settle?.('failure')
    calls(18, 'failure')
    expect(isOpen()).toBe(false)
  })
})
