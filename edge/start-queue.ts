/** How long requests may start one after another before the event loop continues, in milliseconds. */
const ROUND_MS = 2

/**
 * Starts requests in order of arrival, for two milliseconds of each event-loop round. A page without gateway
 * calls renders without a pause: a thousand at once would delay the health check to the end, and the server
 * would notice disconnected clients too late.
 * @returns a function with a promise that resolves when the request may start; a later one lets others pass, but
 * one of them starts in each round
 */
export function createStartQueue(): (isLater?: boolean) => Promise<void> {
  const waiting: (() => void)[] = []
  const later: (() => void)[] = []
  const isEmpty = () => waiting.length + later.length === 0

  function beginRound(): void {
    const endsAt = performance.now() + ROUND_MS
    function startOne() {
      const start = waiting.shift() ?? later.shift()
      start?.()
      if (!isEmpty()) whenIdle(startNext)
    }
    function startNext() {
      if (performance.now() < endsAt) return startOne()
      later.shift()?.()
      if (!isEmpty()) setImmediate(beginRound)
    }
    startOne()
  }
  return (isLater = false) =>
    new Promise((start) => {
      if (isEmpty()) setImmediate(beginRound)
      ;(isLater ? later : waiting).push(start)
    })
}

/** Runs after the started request has done its synchronous work: the check phase follows all promises. */
function whenIdle(callback: () => void): void {
  queueMicrotask(() => process.nextTick(callback))
}
