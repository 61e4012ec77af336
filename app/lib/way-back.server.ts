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
 * @returns null for visitors from elsewhere, or from nowhere
 */
export function ownReferrer(referrer: string | null | undefined, ownOrigin: string): URL | null {
  if (!referrer || !URL.canParse(referrer)) return null
  const from = new URL(referrer)
  return from.origin === ownOrigin ? from : null
}

export interface WayBack extends Home {
  /** The screen's own address, which remembers the way back: where its forms lead, and what it is tried again by. */
  here: string
}

/**
 * Where «back» leads: to the list that the shopper comes from, as it was, with its tab, filters and page; else to where
 * the screen belongs. A form makes the screen itself the one that they come from, so it leads to `here`.
 * @param home where the screen belongs
 * @param others what else leads to it
 */
export function wayBack(request: Request, home: Home, ...others: readonly Home[]): WayBack {
  const url = new URL(request.url)
  const remembered = safeReturnTo(url.searchParams.get('from'), '')
  const from = remembered
    ? new URL(remembered, url.origin)
    : ownReferrer(request.headers.get('Referer'), url.origin)
  const list =
    from &&
    [home, ...others].find(({ to }) =>
      to.endsWith('/') ? from.pathname.startsWith(to) : from.pathname === to.split('?')[0],
    )
  const to = list ? safeReturnTo(from.pathname + from.search, home.to) : home.to
  if (!list || to === home.to) return { ...home, here: url.pathname }
  const here = `${url.pathname}?from=${encodeURIComponent(to)}`
  return { to, label: list.label, here: safeReturnTo(here, url.pathname) }
}
