/** What the sealed cookies have room for, and an address that carries it encoded. */
const LONGEST = 512
const ownPath = /^\/(?![/\\])[\x21-\x7e]*$/

/**
 * Where to go after signing in: a path of this site, or `fallback`. Browsers drop tabs and turn
 * backslashes, so anything but plain printable ASCII after a single slash is refused.
 */
export function safeReturnTo(target: unknown, fallback: string): string {
  if (typeof target !== 'string' || target.length > LONGEST || !ownPath.test(target))
    return fallback
  const base = 'https://own.invalid'
  return URL.canParse(target, base) && new URL(target, base).origin === base ? target : fallback
}

/**
 * `path` with `returnTo` in its query, left out when there is nowhere to return to, and when no page would
 * follow it: too long, it would make the address one that the edge refuses.
 */
export function withReturnTo(path: string, returnTo: string | null): string {
  if (!returnTo || returnTo.length > LONGEST) return path
  return `${path}${path.includes('?') ? '&' : '?'}returnTo=${encodeURIComponent(returnTo)}`
}
