/** How long requests may start one after another before the event loop continues, in milliseconds. */
const ROUND_MS = 2

/**
 * Starts requests in order of arrival, for two milliseconds of each event-loop round. A page without gateway
 * calls renders without a pause: a thousand at once would delay the health check to the end, and the server
 * would notice disconnected clients too late.
 * @returns a function with a promise that resolves when the request may start
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
