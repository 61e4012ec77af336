import { safeReturnTo } from './return-to'

/** A screen that links to others, and the text of a link back to it. */
interface Home {
  /** Its address; a path compared with the previous page's. A trailing slash matches all paths below. */
  to: string
  label: string
}

/**
 * The page of ours with the link or form that led here. Browsers send it with its query to our own
 * site only (`Referrer-Policy: same-origin`).
 * @param referrer the header `Referer`
 * @returns null for visitors from other sites, or without a referrer
 */
export function ownReferrer(referrer: string | null | undefined, ownOrigin: string): URL | null {
  if (!referrer || !URL.canParse(referrer)) return null
  const from = new URL(referrer)
  return from.origin === ownOrigin ? from : null
}

export interface WayBack extends Home {
  /** The screen's address with the way back in its query, for forms and retries. */
  here: string
}

/**
 * The target of «back»: the previous list with its tab, filters and page; else
 * the parent screen. Forms must post to `here`, because the screen itself then becomes the
 * referrer.
 * @param home the parent screen
 * @param others other screens that link here
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
