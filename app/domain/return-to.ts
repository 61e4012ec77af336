/** Fits into the sealed cookies, and encoded into an address. */
const LONGEST = 512
const ownPath = /^\/(?![/\\])[\x21-\x7e]*$/

/**
 * The address to open after sign-in: a path of this site, or `fallback`. Browsers drop tabs and
 * convert backslashes, so only printable ASCII after a single slash is accepted.
 */
export function safeReturnTo(target: unknown, fallback: string): string {
  if (typeof target !== 'string' || target.length > LONGEST || !ownPath.test(target))
    return fallback
  const base = 'https://own.invalid'
  return URL.canParse(target, base) && new URL(target, base).origin === base ? target : fallback
}

/**
 * `path` with `returnTo` in its query. Leaves it out when null or so long that the edge would
 * refuse the address.
 */
export function withReturnTo(path: string, returnTo: string | null): string {
  if (!returnTo || returnTo.length > LONGEST) return path
  return `${path}${path.includes('?') ? '&' : '?'}returnTo=${encodeURIComponent(returnTo)}`
}
