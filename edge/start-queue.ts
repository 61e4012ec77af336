/** How long requests may start one after another before the event loop goes on, in milliseconds. */
const ROUND_MS = 2

/**
 * Starts requests in order of arrival, for two milliseconds of each round of the event loop. An answer that needs no
 * gateway is made without a pause: a thousand requests at once would hold up the health check until the last is answered,
 * and the server would not see in time that their senders have left.
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

/** After the started request has done what it can without waiting: a tick comes after every promise. */
function whenIdle(callback: () => void): void {
  queueMicrotask(() => process.nextTick(callback))
}
