/**
 * Lets one request a round of the event loop begin, in the order in which they came. What needs no
 * gateway is answered without a pause: without turns, of a thousand requests that come at once the
 * last would be done before anybody's health is asked, or before it is noticed that all have left.
 * @returns resolves when it is one's turn
 */
export function createTurns(): () => Promise<void> {
  const waiting: (() => void)[] = []
  function next() {
    waiting.shift()?.()
    if (waiting.length > 0) setImmediate(next)
  }
  return () =>
    new Promise((begin) => {
      if (waiting.push(begin) === 1) setImmediate(next)
    })
}
