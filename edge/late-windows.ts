/** A mean event-loop delay above this makes a window late. */
const MAX_DELAY_MS = 250
/** Late windows in a row that make an overload; a starting process is late for fewer. */
const WINDOWS_AT_FIRST = 5
/** For this time after an overload one late window is enough. */
const WARY_MS = 10_000

/**
 * Decides after each window whether an overload lasts.
 * @returns a function of the window's mean delay (NaN when unmeasured) and of the time, both in milliseconds
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
