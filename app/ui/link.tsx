import type { AnchorHTMLAttributes } from 'react'

export type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
  /** A path of this site, or another site's address. */
  to: string
  /** Loads the page as a document: a page without a script, or this one anew. */
  reloadDocument?: boolean | undefined
  /** Keeps the scroll position, for another view of the same list. */
  preventScrollReset?: boolean | undefined
  /** Fades between the screens when the browser supports view transitions. */
  viewTransition?: boolean | undefined
}

/**
 * A link within the site, rendered as a plain anchor. One listener handles all clicks
 * (framework/link-navigation). Remix's own link computes its address three times and has four
 * states, which is slow in long lists.
 */
export function Link({
  to,
  reloadDocument,
  preventScrollReset,
  viewTransition,
  children,
  ...rest
}: LinkProps) {
  const way = preventScrollReset ? 'stay' : viewTransition ? 'fade' : ''
  return (
    <a href={to} data-nav={reloadDocument ? undefined : way} {...rest}>
      {children}
    </a>
  )
}
