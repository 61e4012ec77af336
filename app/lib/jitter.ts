/**
 * A random number between two limits, mostly a pause: callers that failed together must not return at
 * once.
 * @param chance from 0 to 1
 */
export const jitter = (least: number, most: number, chance = Math.random()): number =>
  least + chance * (most - least)

/** A pause of which half is random. */
export const withJitter = (pauseMs: number): number => jitter(pauseMs / 2, pauseMs)
