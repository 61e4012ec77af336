/**
 * The pages that are the same for every visitor. Only these may be kept by caches and found by
 * search engines: a page that is not in this list is personal, whatever it shows.
 */
export const publicPages = [
  '/',
  '/program-loyalty',
  '/terms',
  '/pdn',
  '/details',
  '/contacts',
  '/cookie-policy',
  '/accessibility',
] as const

/** What robots and researchers read; the same for all, but no page. */
const publicFiles = ['/robots.txt', '/sitemap.xml', '/.well-known/security.txt'] as const

const paths = new Set<string>([...publicPages, ...publicFiles])

/** Whether the path, exactly as it was asked for, is in the list. */
export function isPublicPath(pathname: string): boolean {
  return paths.has(pathname)
}
