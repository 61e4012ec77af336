import { setTimeout as sleep } from 'node:timers/promises'

/** What a test sends all the while: a gap of forty milliseconds is met by somebody, and a core can answer twice as much. */
const USUAL_RATE = 25
/** Who is late because the machine is busy catches up with so much, and is no flood. */
const MOST_BEHIND_MS = 250

/**
 * Turns for all clients of a test together, so that its load is the same on every machine and does not
 * grow with the speed of the answers.
 * @param perSecond how many turns there are in a second
 * @returns resolves when the next turn has come
 */
export function createPace(perSecond = USUAL_RATE): () => Promise<void> {
  let turn = performance.now()
  return async () => {
    const now = performance.now()
    turn = Math.max(turn + 1000 / perSecond, now - MOST_BEHIND_MS)
    if (turn > now) await sleep(turn - now)
  }
}
