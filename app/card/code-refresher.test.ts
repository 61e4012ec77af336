import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import {
  pauseAfter,
  RECONNECT_SPREAD_MS,
  REFRESH_MS,
  startRefresher,
  type CodeResult,
} from './code-refresher'

const fresh: CodeResult = { fault: null }
const unreachable: CodeResult = { fault: 'unreachable' }

describe('the pause before the next request', () => {
  test('after a code is 300 seconds or slightly less', () => {
    expect([0, 0.5, 1].map((chance) => pauseAfter(fresh, 0, chance))).toEqual([
      270_000, 285_000, 300_000,
    ])
  })

  test('after a failure doubles from 10 to 300 seconds, and half of it is random', () => {
    const failures = [1, 2, 3, 4, 5, 6, 7, 1000]
    expect(failures.map((count) => pauseAfter(unreachable, count, 1))).toEqual([
      10_000, 20_000, 40_000, 80_000, 160_000, 300_000, 300_000, 300_000,
    ])
    expect(failures.map((count) => pauseAfter(unreachable, count, 0))).toEqual([
      5000, 10_000, 20_000, 40_000, 80_000, 150_000, 150_000, 150_000,
    ])
  })

  test('is as long as the server’s Retry-After, but limited', () => {
    const refuseFor = (retryAfterMs: number) =>
      pauseAfter({ fault: 'unreachable', retryAfterMs }, 1, 0) ?? 0
    expect(refuseFor(60_000)).toBe(60_000)
    expect(refuseFor(1000)).toBe(5000)
    expect(refuseFor(Number.MAX_SAFE_INTEGER)).toBe(300_000)
  })

  test('after a refusal is 300 seconds, and after the session’s end there is no next request', () => {
    expect(pauseAfter({ fault: 'refused' }, 3, 1)).toBe(REFRESH_MS)
    expect(pauseAfter({ fault: 'profile' }, 3, 1)).toBe(REFRESH_MS)
    expect(pauseAfter({ fault: 'signIn' }, 1, 1)).toBeNull()
  })
})

describe('the refresher of the one-time code', () => {
  let answers: CodeResult[]
  let isSeen: boolean
  /** Seconds since the page loaded. */
  let asked: number[]
  let began: number
  const started: { stop(): void }[] = []

  beforeEach(() => {
    vi.useFakeTimers()
    vi.spyOn(Math, 'random').mockReturnValue(1)
    answers = []
    isSeen = true
    asked = []
    began = Date.now()
  })
  afterEach(() => {
    for (const each of started.splice(0)) each.stop()
    vi.useRealTimers()
  })

  function start(
    initial: CodeResult['fault'] = null,
    ask = async (): Promise<CodeResult> => answers.shift() ?? fresh,
  ) {
    const refresher = startRefresher({
      initial,
      isSeen: () => isSeen,
      ask() {
        asked.push(Math.round((Date.now() - began) / 1000))
        return ask()
      },
    })
    started.push(refresher)
    return refresher
  }
  const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)

  test('requests a code every 300 seconds while the page is visible', async () => {
    start()
    await pass(1000)
    expect(asked).toEqual([300, 600, 900])
  })

  test('requests less and less often during failures, and normally afterwards', async () => {
    answers = Array.from({ length: 6 }, () => unreachable)
    start()
    await pass(1500)
    expect(asked).toEqual([300, 310, 330, 370, 450, 610, 910, 1210])
  })

  test('retries soon after a page loaded without a code', async () => {
    answers = [unreachable]
    start('unreachable')
    await pass(100)
    expect(asked).toEqual([10, 30])
  })

  test('requests nothing in a hidden tab, and at once on return to an old code', async () => {
    const refresher = start()
    isSeen = false
    await pass(1000)
    expect(asked).toEqual([])
    refresher.onReturn()
    await pass(1)
    expect(asked).toEqual([])
    isSeen = true
    refresher.onReturn()
    await pass(1)
    expect(asked).toEqual([1001])
  })

  test('requests no code when the shopper returns to a page with a recent code', async () => {
    const refresher = start()
    await pass(100)
    refresher.onReturn()
    await pass(100)
    expect(asked).toEqual([])
    await pass(100)
    expect(asked).toEqual([300])
  })

  test('requests the next code in time after the device’s clock was set back', async () => {
    const refresher = start()
    await pass(100)
    vi.setSystemTime(Date.now() - 3_600_000)
    began -= 3_600_000
    refresher.onReturn()
    await pass(400)
    expect(asked).toEqual([475])
  })

  test('requests soon after the network is back for a code that failed', async () => {
    vi.mocked(Math.random).mockReturnValue(0)
    answers = Array.from({ length: 8 }, () => unreachable)
    const refresher = start()
    await pass(500)
    const before = asked.length
    refresher.onReconnect()
    await pass(0)
    expect(asked.slice(before)).toEqual([500])
  })

  test('delays the request after a reconnect by a random share of RECONNECT_SPREAD_MS', async () => {
    for (const chance of [0.25, 0.5, 1]) {
      vi.mocked(Math.random).mockReturnValue(1)
      answers = Array.from({ length: 5 }, () => unreachable)
      asked = []
      began = Date.now()
      const refresher = start()
      await pass(500)
      vi.mocked(Math.random).mockReturnValue(chance)
      refresher.onReconnect()
      await pass(40)
      refresher.stop()
      expect(asked.slice(5)).toEqual([Math.round(500 + (RECONNECT_SPREAD_MS / 1000) * chance)])
    }
  })

  test('requests nothing early when the network is back and the code is recent', async () => {
    const refresher = start()
    await pass(100)
    refresher.onReconnect()
    await pass(199)
    expect(asked).toEqual([])
  })

  test('waits at least five seconds, however often the network changes', async () => {
    vi.mocked(Math.random).mockReturnValue(0)
    answers = Array.from({ length: 100 }, () => unreachable)
    const refresher = start('unreachable')
    for (let second = 0; second < 60; second += 1) {
      refresher.onReconnect()
      refresher.onReturn()
      await pass(1)
    }
    expect(asked).toEqual([0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60])
  })

  test('obeys Retry-After, even when the network or the shopper returns earlier', async () => {
    answers = [{ fault: 'unreachable', retryAfterMs: 60_000 }]
    const refresher = start()
    await pass(300)
    for (let second = 0; second < 59; second += 1) {
      refresher.onReconnect()
      refresher.onReturn()
      await pass(1)
    }
    expect(asked).toEqual([300])
    await pass(2)
    expect(asked).toEqual([300, 360])
  })

  test('sends one request at a time, and repeats one that fails after the network has changed', async () => {
    let end: (asked: CodeResult) => void = () => undefined
    const refresher = start(null, () => new Promise((resolve) => (end = resolve)))
    await pass(300)
    refresher.onReconnect()
    refresher.onReturn()
    await pass(4)
    expect(asked).toEqual([300])
    vi.mocked(Math.random).mockReturnValue(0)
    end(unreachable)
    await pass(5)
    expect(asked).toEqual([300, 309])
  })

  test('stops after the session’s end until the shopper returns', async () => {
    answers = [{ fault: 'signIn' }]
    const refresher = start()
    await pass(5000)
    expect(asked).toEqual([300])
    refresher.onReturn()
    await pass(1)
    expect(asked).toEqual([300, 5000])
  })

  test('stops when the page is left, even during a request', async () => {
    let end: (asked: CodeResult) => void = () => undefined
    const refresher = start(null, () => new Promise((resolve) => (end = resolve)))
    await pass(300)
    refresher.stop()
    end(unreachable)
    refresher.onReconnect()
    refresher.onReturn()
    await pass(1000)
    expect(asked).toEqual([300])
  })
})
