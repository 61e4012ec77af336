const TICK_MS = 10
/** A round of the event loop longer than this was delayed, by the machine or by long work. */
const MAX_TICK_MS = 40

/**
 * Duration of some work in milliseconds, without delays of the machine: counts timer ticks that are on time.
 * For waiting, not for computing.
 */
export async function getOwnTime(work: () => Promise<unknown>): Promise<number> {
  let passed = 0
  let last = performance.now()
  const look = () => {
    const now = performance.now()
    passed += Math.min(now - last, MAX_TICK_MS)
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
