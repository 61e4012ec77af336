import type { AnchorHTMLAttributes } from 'react'

export type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
  /** A path of this site, or the address of another. */
  to: string
  /** Off the script: a page without one. */
  reloadDocument?: boolean | undefined
  /** The next screen is the same list in another order: the shopper stays where they are in it. */
  preventScrollReset?: boolean | undefined
  /** The screens fade into each other, where the browser knows how. */
  viewTransition?: boolean | undefined
}

/**
 * A link of the site. It is an anchor and nothing else: where a script runs, one listener for all
 * of them goes to the next screen (framework/link-navigation). The framework's own link works out its
 * address three times and has four states, and a list of goods has fifty.
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
