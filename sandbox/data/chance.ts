/** A seeded random generator: the same seed gives the same values. */
export interface Chance {
  /** From 0 up to, not including, 1. */
  next(): number
  /** A whole number, both ends included. */
  whole(from: number, to: number): number
  /** True for about `share` of the calls. */
  happens(share: number): boolean
  /** One entry of a list that is not empty. */
  pick<Item>(list: readonly Item[]): Item
  /** A string of decimal digits, leading zeros included. */
  digits(length: number): string
}

/** Starts a generator from a text. */
export function getChance(seed: string): Chance {
  let state = 2166136261
  for (const character of seed) {
    state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 16777619)
  }
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const whole = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  return {
    next,
    whole,
    happens: (share) => next() < share,
    pick: (list) => list[whole(0, list.length - 1)]!,
    digits: (length) => Array.from({ length }, () => whole(0, 9)).join(''),
  }
}
