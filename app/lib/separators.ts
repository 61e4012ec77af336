/**
 * What people and their address books put between digits, and what cannot be seen: spaces of every
 * width, hyphens, dashes and the minus, joiners, soft hyphens and marks of direction.
 */
const SEPARATORS = /[\s\p{Pd}\u2212\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069]/gu

/** The input without what only separates; linear, as long as the input is bounded by its reader. */
export function withoutSeparators(input: string): string {
  return input.replace(SEPARATORS, '')
}
