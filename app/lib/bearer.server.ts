import { createHash, timingSafeEqual } from 'node:crypto'

const digest = (text: string) => createHash('sha256').update(text).digest()

/**
 * True when an `Authorization` header holds one of these tokens; compares in constant time for any
 * length.
 */
export function isBearer(header: string | null, tokens: readonly string[]): boolean {
  const given = digest(header ?? '')
  return tokens.filter((token) => timingSafeEqual(given, digest(`Bearer ${token}`))).length > 0
}
