import { safeReturnTo } from './return-to'

/** A screen that leads to others, and what a link to it is called. */
export interface Home {
  /** Its address, of which the path is what counts; one that ends in a slash stands for all below it. */
  to: string
  label: string
}

/**
 * The page of ours on which the link or the form was that led here: browsers name it to ourselves alone, with its
 * query (`Referrer-Policy: same-origin`).
 * @param referrer the header `Referer`
 * @returns null for whoever came from elsewhere, or from nowhere
 */
export function ownReferrer(referrer: string | null | undefined, ownOrigin: string): URL | null {
  if (!referrer || !URL.canParse(referrer)) return null
  const from = new URL(referrer)
  return from.origin === ownOrigin ? from : null
}

/**
 * Where «back» leads: to the list that the shopper comes from, as it was, with its tab, filters and page; else to where
 * the screen belongs. A form of the screen's own makes the screen the one that they come from, and the list is forgotten.
 * @param home where the screen belongs
 * @param others what else leads to it
 */
export function wayBack(request: Request, home: Home, ...others: readonly Home[]): Home {
  const from = ownReferrer(request.headers.get('Referer'), new URL(request.url).origin)
  if (!from) return home
  const { pathname, search } = from
  const list = [home, ...others].find(({ to }) =>
    to.endsWith('/') ? pathname.startsWith(to) : pathname === to.split('?')[0],
  )
  return list ? { to: safeReturnTo(pathname + search, home.to), label: list.label } : home
}
