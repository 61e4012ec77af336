import { createHash, timingSafeEqual } from 'node:crypto'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Whether an `Authorization` header holds one of these bearers, in constant time, lengths included. */
export function isBearer(header: string | null, tokens: readonly string[]): boolean {
  const given = digest(header ?? '')
  return tokens.filter((token) => timingSafeEqual(given, digest(`Bearer ${token}`))).length > 0
}
