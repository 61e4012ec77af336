import type { ServerResponse } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'

/** Above this the process is asked more than it can answer. */
const LONGEST_DELAY_MS = 250
const WINDOW_MS = 250
const RESOLUTION_MS = 10
/** So many windows in a row make an overload: a process that has just started is late for less. */
const WINDOWS_AT_FIRST = 5
/** For so long after an overload a single window is enough. */
const WARY_MS = 10_000

/**
 * So many requests wait for their answer at most: more of them than a process can answer in two
 * seconds would all be answered late, while its event loop still comes round in time.
 */
const MOST_UNDER_WAY = 300

/** What a refused visitor is told to wait. */
export const OVERLOAD_RETRY_SECONDS = 3

/**
 * Watches how late the event loop comes round, by the mean of a quarter of a second. One long task
 * is no overload; and when an overload is over, requests are taken again within the next quarter.
 * @param onUnderWay hears how many admitted requests have no answer yet
 */
export function createOverloadGuard(onUnderWay?: (count: number) => void) {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  const verdict = createVerdict()
  let isOverloaded = false
  let underWay = 0
  let seen = { count: 0, sum: 0 }
  const timer = setInterval(() => {
    // Not reset: the first round after a reset is not measured, and a late loop has but one.
    const { count } = delay
    const sum = count > 0 ? delay.mean * count : 0
    const mean = (sum - seen.sum) / (count - seen.count) / 1e6
    seen = { count, sum }
    isOverloaded = verdict(mean - RESOLUTION_MS, performance.now())
  }, WINDOW_MS)
  timer.unref()
  return {
    isOverloaded: () => isOverloaded || underWay >= MOST_UNDER_WAY,
    /** Counts a request from its admission to the end of its answer. */
    count(response: ServerResponse) {
      if (response.closed) return
      const change = (by: number) => {
        underWay += by
        onUnderWay?.(underWay)
      }
      change(1)
      response.once('close', () => change(-1))
    },
  }
}

/**
 * Says after each window whether it is part of an overload.
 * @returns a function of the window's mean delay, NaN when nothing was measured, and of the moment,
 * both in milliseconds
 */
export function createVerdict() {
  let lateWindows = 0
  let waryUntil = -Infinity
  return (meanDelayMs: number, now: number): boolean => {
    lateWindows = meanDelayMs > LONGEST_DELAY_MS ? lateWindows + 1 : 0
    if (lateWindows < (now < waryUntil ? 1 : WINDOWS_AT_FIRST)) return false
    waryUntil = now + WARY_MS
    return true
  }
}
