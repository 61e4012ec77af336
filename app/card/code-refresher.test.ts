import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { type QrResult, RECONNECT_SPREAD_MS, startRefresher } from './code-refresher'

const fresh: QrResult = { qrError: null }
const unreachable: QrResult = { qrError: 'unreachable' }

describe('the refresher of the one-time code', () => {
  let answers: QrResult[]
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
    initial: QrResult['qrError'] = null,
    ask = async (): Promise<QrResult> => answers.shift() ?? fresh,
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

  test('4.23, 9.1: requests a code every 300 seconds while the page is visible', async () => {
    start()
    await pass(1000)
    expect(asked).toEqual([300, 600, 900])
  })

  test.each([
    [1, [300, 310, 330, 370, 450, 610, 910, 1210, 1510]],
    [0, [270, 275, 285, 305, 345, 425, 575, 725, 995]],
  ])(
    '4.23, 9.1: requests less often during failures, normally afterwards, and varies by chance (%i)',
    async (chance, seconds) => {
      vi.mocked(Math.random).mockReturnValue(chance)
      answers = Array.from({ length: 7 }, () => unreachable)
      start()
      await pass(seconds.at(-1)!)
      expect(asked).toEqual(seconds)
    },
  )

  test.each([
    ['unreachable', [10, 30]],
    ['refused', [300]],
    ['profile', [300]],
  ] as const)(
    '9.1: retries a page that was loaded without a code: %s',
    async (initial, seconds) => {
      answers = [unreachable]
      start(initial)
      await pass(seconds.at(-1)!)
      expect(asked).toEqual(seconds)
    },
  )

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

  test.each(['onReturn', 'onReconnect'] as const)(
    'requests no code early while the code is recent: %s',
    async (event) => {
      const refresher = start()
      await pass(100)
      refresher[event]()
      await pass(199)
      expect(asked).toEqual([])
      await pass(1)
      expect(asked).toEqual([300])
    },
  )

  test('requests the next code in time after the device’s clock was set back', async () => {
    const refresher = start()
    await pass(100)
    vi.setSystemTime(Date.now() - 3_600_000)
    began -= 3_600_000
    refresher.onReturn()
    await pass(400)
    expect(asked).toEqual([475])
  })

  test('delays the request after a reconnect by a random share of RECONNECT_SPREAD_MS', async () => {
    for (const chance of [0, 0.25, 1]) {
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

  test.each([
    [60_000, 360],
    [6000, 306],
    [Number.MAX_SAFE_INTEGER, 600],
  ])(
    'obeys Retry-After of %i ms within limits, even when network or shopper return earlier',
    async (retryAfterMs, second) => {
      answers = [{ qrError: 'unreachable', retryAfterMs }]
      const refresher = start()
      await pass(299)
      vi.mocked(Math.random).mockReturnValue(0)
      await pass(1)
      for (let passed = 0; passed < second - 301; passed += 1) {
        refresher.onReconnect()
        refresher.onReturn()
        await pass(1)
      }
      expect(asked).toEqual([300])
      await pass(2)
      expect(asked).toEqual([300, second])
    },
  )

  test('sends one request at a time, and repeats one that fails after the network has changed', async () => {
    let end: (asked: QrResult) => void = () => undefined
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
    // Without another change of the network the usual pause follows.
    end(unreachable)
    await pass(9)
    expect(asked).toEqual([300, 309])
    await pass(1)
    refresher.onReconnect()
    end(fresh)
    await pass(200)
    expect(asked).toEqual([300, 309, 319])
  })

  test('stops after the session’s end until the shopper returns', async () => {
    answers = [{ qrError: 'signIn' }]
    const refresher = start()
    await pass(5000)
    expect(asked).toEqual([300])
    refresher.onReturn()
    await pass(1)
    expect(asked).toEqual([300, 5000])
  })

  test('stops when the page is left, even during a request', async () => {
    let end: (asked: QrResult) => void = () => undefined
    const refresher = start(null, () => new Promise((resolve) => (end = resolve)))
    await pass(300)
    refresher.stop()
    end(unreachable)
    await pass(1)
    refresher.onReconnect()
    refresher.onReturn()
    await pass(1000)
    expect(asked).toEqual([300])
  })
})
