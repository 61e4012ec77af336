import { monitorEventLoopDelay, performance } from 'node:perf_hooks'

import { createAddressQuotas } from '../app/session/address-quotas.server'
import type { RetryLater, Middleware } from './request-context'
import { createStartQueue } from './start-queue'

/** Above this the process is asked more than it can answer. */
const LONGEST_DELAY_MS = 250
const WINDOW_MS = 250
const RESOLUTION_MS = 10
/** So many windows in a row make an overload: a process that has just started is late for less. */
const WINDOWS_AT_FIRST = 5
/** For so long after an overload a single window is enough. */
const WARY_MS = 10_000

const RECENT_WINDOWS = 4
const BUSY_SHARE = 0.95
/** A single busy window may be a burst that then waits for its gateway. */
const BUSY_WINDOWS = 2

/**
 * So many at any time. A loop with time left waits for gateways, and a slow one of these is no
 * overload, but each waiting request has its memory.
 */
const MOST_UNDER_WAY = 600

/**
 * No address has more of them than are free besides, so alone it has half, and however many have all
 * that they can there are some for who comes next. While there are plenty none is refused: thousands
 * of shoppers may share an address.
 */
const mostOfAddress = (share: number, free: number) => share * free

/**
 * So many are always taken. A loop that is late with next to nothing under way is a machine with
 * time others have, or one long task; refusing makes neither faster.
 */
const ALWAYS_TAKEN = 8

/** `Retry-After` of a refused request. */
const OVERLOAD_RETRY_SECONDS = 3

/**
 * Watches how late the event loop comes round and how busy it is, a quarter of a second at a time.
 * One long task is no overload; and when an overload is over, requests are taken again within the
 * next quarter.
 * @param mostWhileBusy so many requests of the last second may be under way while the event loop has
 * no time left: more of them would not be answered sooner, only wait longer, all of them. What takes
 * longer than a second waits for a gateway and not for us. 0: no request is refused
 * @param onUnderWay hears how many admitted requests have no answer yet
 */
export function createOverloadGuard(mostWhileBusy: number, onUnderWay?: (count: number) => void) {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  const result = createVerdict()
  let isLate = false
  let busyWindows = 0
  let underWay = 0
  const roomOf = createAddressQuotas(MOST_UNDER_WAY, mostOfAddress, (count) => {
    underWay = count
    onUnderWay?.(count)
  })
  /** Of the requests admitted in each of the last windows, how many have no answer yet. */
  let recent = Array.from({ length: RECENT_WINDOWS }, () => ({ underWay: 0 }))
  let used = performance.eventLoopUtilization()
  let seen = { count: 0, sum: 0 }
  const timer = setInterval(() => {
    // Not reset: the first round after a reset is not measured, and a late loop has but one.
    const { count } = delay
    const sum = count > 0 ? delay.mean * count : 0
    const mean = (sum - seen.sum) / (count - seen.count) / 1e6
    seen = { count, sum }
    isLate = result(mean - RESOLUTION_MS, performance.now())
    const now = performance.eventLoopUtilization()
    const isBusy = performance.eventLoopUtilization(now, used).utilization >= BUSY_SHARE
    busyWindows = isBusy ? busyWindows + 1 : 0
    used = now
    recent = [{ underWay: 0 }, ...recent.slice(0, -1)]
  }, WINDOW_MS)
  timer.unref()
  const recentlyBegun = () => recent.reduce((sum, window) => sum + window.underWay, 0)
  const isOverloaded = (address: string) =>
    mostWhileBusy > 0 &&
    underWay >= ALWAYS_TAKEN &&
    (isLate ||
      !roomOf(address).has(1) ||
      (busyWindows >= BUSY_WINDOWS && recentlyBegun() >= mostWhileBusy))
  return {
    /** Whether a request from this address is one too many now. */
    isOverloaded,
    /**
     * Counts a request from its admission until its answer is made; how long that stays unread is
     * no work of ours. null: there is an overload, and it was not counted.
     * @returns what ends the count; calling it again does nothing
     */
    begin(address: string): (() => void) | null {
      if (isOverloaded(address)) return null
      const [window] = recent
      const room = roomOf(address)
      const change = (by: number) => {
        room.take(by)
        if (window) window.underWay += by
      }
      change(1)
      let isOver = false
      return () => {
        if (!isOver) change(-1)
        isOver = true
      }
    },
  }
}

const overloaded: RetryLater = { status: 503, retryAfterSeconds: OVERLOAD_RETRY_SECONDS }

/** Two looks at the same guard: before anything is counted, and when the work begins. */
export function createOverloadSteps(
  mostWhileBusy: number,
  onUnderWay: (count: number) => void,
): { refuse: Middleware; begin: Middleware } {
  const guard = createOverloadGuard(mostWhileBusy, onUnderWay)
  const mayStart = createStartQueue()
  return {
    refuse: ({ address }) => (guard.isOverloaded(address) ? overloaded : null),
    /** Not sooner than all was read: who sends slowly must not take the place of others. */
    async begin({ address, response, releases }) {
      const end = guard.begin(address)
      if (!end) return overloaded
      releases.push(end)
      await mayStart()
      // Skips clients that have disconnected.
      return response.destroyed ? 'answered' : null
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
