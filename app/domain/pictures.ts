/**
 * The address of an allowed picture, or null. Allows configured origins only; without any, every
 * https address. The content security policy uses the same list.
 */
export function shownPicture(url: string | undefined, origins: readonly string[]): string | null {
  if (!url || !URL.canParse(url)) return null
  const { protocol, origin, username, password, href } = new URL(url)
  if (username || password) return null
  const isAllowed = origins.length > 0 ? origins.includes(origin) : protocol === 'https:'
  return isAllowed ? href : null
}
