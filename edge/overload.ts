import { monitorEventLoopDelay } from 'node:perf_hooks'

/** Above this the process is asked more than it can answer. */
const LONGEST_DELAY_MS = 250
const WINDOW_MS = 500
const RESOLUTION_MS = 10

/** What a refused visitor is told to wait. */
export const OVERLOAD_RETRY_SECONDS = 3

/**
 * Watches how late the event loop comes round. The mean of half a second counts: one long task is
 * no overload, and when it is over, requests are taken again within the next half second.
 */
export function createOverloadGuard() {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  let isOverloaded = false
  const timer = setInterval(() => {
    isOverloaded = toMs(delay.mean) - RESOLUTION_MS > LONGEST_DELAY_MS
    delay.reset()
  }, WINDOW_MS)
  timer.unref()
  return { isOverloaded: () => isOverloaded }
}

/** Nothing measured yet is no delay. */
function toMs(nanoseconds: number): number {
  return Number.isNaN(nanoseconds) ? 0 : nanoseconds / 1e6
}
