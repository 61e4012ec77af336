import { setTimeout as sleep } from 'node:timers/promises'

/** Requests a second: enough to hit a gap of forty milliseconds, and half of a core's capacity. */
const USUAL_RATE = 25
/** A late client catches up with this much at most. */
const MAX_BEHIND_MS = 250

/**
 * Paces all clients of a test together, so that the load is the same on every machine and does not grow with
 * the speed of responses.
 * @param perSecond number of turns a second
 * @returns resolves at the next turn
 */
export function createPace(perSecond = USUAL_RATE): () => Promise<void> {
  let turn = performance.now()
  return async () => {
    const now = performance.now()
    turn = Math.max(turn + 1000 / perSecond, now - MAX_BEHIND_MS)
    if (turn > now) await sleep(turn - now)
  }
}
