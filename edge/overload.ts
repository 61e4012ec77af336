import { monitorEventLoopDelay, performance } from 'node:perf_hooks'

import { createAddressQuotas } from '../app/session/address-quotas.server'
import type { RetryLater, Middleware } from './request-context'

/** A mean event-loop delay above this makes a window late. */
const MAX_DELAY_MS = 250
const WINDOW_MS = 250
const RESOLUTION_MS = 10
/** Late windows in a row that make an overload; a starting process is late for fewer. */
const WINDOWS_AT_FIRST = 5
/** For this time after an overload one late window is enough. */
const WARY_MS = 10_000

const RECENT_WINDOWS = 4
const BUSY_SHARE = 0.95
/** Busy windows in a row: a single one may be a burst that then waits for its gateway. */
const BUSY_WINDOWS = 2

/**
 * Limit of requests under way at any time. With an idle event loop they wait for gateways, which is no
 * overload, but each one takes memory.
 */
const MAX_UNDER_WAY = 600

/**
 * A session, or an address of guests, may have at most as many requests as are free, so that a newcomer finds a
 * slot. While slots are plenty no address is limited: thousands of shoppers may share one.
 */
const maxOfAddress = (share: number, free: number) => share * free

/**
 * This many requests are always admitted. A late event loop with few requests has one long task, or another
 * program uses the processor; refusing would not help.
 */
const ALWAYS_TAKEN = 8

/** `Retry-After` of a refused request, in seconds. */
const OVERLOAD_RETRY_SECONDS = 3

/**
 * Load shedding by event-loop delay, in windows of a quarter of a second. One long task is no overload, and
 * after an overload requests are accepted within a quarter of a second.
 * @param maxWhileBusy requests of the last second that may be under way while the event loop is busy; older
 * requests wait for a gateway. 0 refuses nothing
 * @param onUnderWay receives the number of admitted requests without a response
 * @internal
 */
export function createOverloadGuard(maxWhileBusy: number, onUnderWay?: (count: number) => void) {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  const result = createVerdict()
  let isLate = false
  let busyWindows = 0
  let underWay = 0
  const getRoom = createAddressQuotas(MAX_UNDER_WAY, maxOfAddress, (count) => {
    underWay = count
    onUnderWay?.(count)
  })
  /** Open requests by the window in which they were admitted. */
  let recent = Array.from({ length: RECENT_WINDOWS }, () => ({ underWay: 0 }))
  let used = performance.eventLoopUtilization()
  let seen = { count: 0, sum: 0 }
  const timer = setInterval(() => {
    // The histogram is never reset: it does not measure the first round after a reset, and a late loop has
    // only one.
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
  const isOverloaded = (address: string, sessionId: string | null = null) =>
    maxWhileBusy > 0 &&
    underWay >= ALWAYS_TAKEN &&
    (isLate ||
      !getRoom(address, sessionId).has(1) ||
      (busyWindows >= BUSY_WINDOWS && recentlyBegun() >= maxWhileBusy))
  return {
    isBusy: () => maxWhileBusy > 0 && busyWindows >= BUSY_WINDOWS,
    /** Whether a request from this address must be refused now. */
    isOverloaded,
    /**
     * Counts a request from its admission until its response is made. Null when it was refused.
     * @returns ends the count; a second call does nothing
     */
    begin(address: string, sessionId: string | null = null): (() => void) | null {
      if (isOverloaded(address, sessionId)) return null
      const [window] = recent
      const room = getRoom(address, sessionId)
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

/** Asks the guard twice: before anything is counted, and when the work begins. */
export function createOverloadSteps(
  maxWhileBusy: number,
  onUnderWay: (count: number) => void,
): { refuse: Middleware; begin: Middleware } {
  const guard = createOverloadGuard(maxWhileBusy, onUnderWay)
  const mayStart = createStartQueue()
  return {
    refuse: ({ address, sessionId }) =>
      guard.isOverloaded(address, sessionId) ? overloaded : null,
    /** Runs after the body is read, so that slow senders take no slots. */
    async begin({ address, sessionId, isSuspicious, response, releases }) {
      if (isSuspicious && guard.isBusy()) return overloaded
      const end = guard.begin(address, sessionId)
      if (!end) return overloaded
      releases.push(end)
      await mayStart()
      // Skips clients that have disconnected.
      return response.destroyed ? 'answered' : null
    },
  }
}

/**
 * Decides after each window whether an overload lasts.
 * @returns a function of the window's mean delay (NaN when unmeasured) and of the time, both in milliseconds
 * @internal
 */
export function createVerdict() {
  let lateWindows = 0
  let waryUntil = -Infinity
  return (meanDelayMs: number, now: number): boolean => {
    lateWindows = meanDelayMs > MAX_DELAY_MS ? lateWindows + 1 : 0
    if (lateWindows < (now < waryUntil ? 1 : WINDOWS_AT_FIRST)) return false
    waryUntil = now + WARY_MS
    return true
  }
}

/** How long requests may start one after another before the event loop continues, in milliseconds. */
const ROUND_MS = 2

/**
 * Starts requests in order of arrival, for two milliseconds of each event-loop round. A page without gateway
 * calls renders without a pause: a thousand at once would delay the health check to the end, and the server
 * would notice disconnected clients too late.
 * @returns a function with a promise that resolves when the request may start
 * @internal
 */
export function createStartQueue(): () => Promise<void> {
  const waiting: (() => void)[] = []

  function beginRound(): void {
    const endsAt = performance.now() + ROUND_MS
    function startOne() {
      waiting.shift()?.()
      if (waiting.length > 0) whenIdle(startNext)
    }
    function startNext() {
      if (performance.now() < endsAt) startOne()
      else setImmediate(beginRound)
    }
    startOne()
  }
  return () =>
    new Promise((start) => {
      if (waiting.push(start) === 1) setImmediate(beginRound)
    })
}

/** Runs after the started request has done its synchronous work: the check phase follows all promises. */
function whenIdle(callback: () => void): void {
  queueMicrotask(() => process.nextTick(callback))
}
