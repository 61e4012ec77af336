const TICK_MS = 10
/** A loop that comes round later than this was delayed, by the machine or by long work. */
const LONGEST_TICK_MS = 40

/**
 * How long something in this process takes, in milliseconds, without what a machine that stands still adds:
 * its timers count as long as they come round. For what waits, not for what computes.
 */
export async function ownTimeOf(work: () => Promise<unknown>): Promise<number> {
  let passed = 0
  let last = performance.now()
  const look = () => {
    const now = performance.now()
    passed += Math.min(now - last, LONGEST_TICK_MS)
    last = now
  }
  const timer = setInterval(look, TICK_MS)
  try {
    await work()
  } finally {
    clearInterval(timer)
  }
  look()
  return passed
}
