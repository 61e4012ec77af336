import { setTimeout as sleep } from 'node:timers/promises'

/** Requests a second: enough to hit a gap of forty milliseconds, and half of a core's capacity. */
const TURNS_A_SECOND = 25
/** A late client catches up with this much at most. */
const MAX_BEHIND_MS = 250

/**
 * Paces all clients of a test together, so that the load is the same on every machine and does not grow with
 * the speed of responses.
 * @returns resolves at the next turn
 */
export function createPace(): () => Promise<void> {
  let turn = performance.now()
  return async () => {
    const now = performance.now()
    turn = Math.max(turn + 1000 / TURNS_A_SECOND, now - MAX_BEHIND_MS)
    if (turn > now) await sleep(turn - now)
  }
}
