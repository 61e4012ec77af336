/** How long requests may begin one behind another before others are heard, in milliseconds. */
const ROUND_MS = 2

/**
 * Starts requests in order of arrival, for two milliseconds of each round of the
 * event loop. What needs no gateway is answered without a pause: without turns, of a thousand
 * requests that come at once the last would be done before anybody's health is asked, or before it
 * is noticed that all have left.
 * @returns resolves when it is one's turn
 */
export function createRequestQueue(): () => Promise<void> {
  const waiting: (() => void)[] = []

  function beginRound(): void {
    const endsAt = performance.now() + ROUND_MS
    function beginOne() {
      waiting.shift()?.()
      if (waiting.length > 0) afterThis(goOn)
    }
    function goOn() {
      if (performance.now() < endsAt) beginOne()
      else setImmediate(beginRound)
    }
    beginOne()
  }
  return () =>
    new Promise((begin) => {
      if (waiting.push(begin) === 1) setImmediate(beginRound)
    })
}

/** When the one who began has done all that it can without waiting: a tick comes after every promise. */
function afterThis(goOn: () => void): void {
  queueMicrotask(() => process.nextTick(goOn))
}
