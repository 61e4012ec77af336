import { useRouteLoaderData } from '@remix-run/react'

/** What the document's loader gives to every screen: the operator's and the visitor's own. */
export interface Site {
  brand: string
  /** The site's own address. */
  origin: string
  support: { phone: string; email: string; botUrl: string }
  /** Where the retailer publishes the personal data policy; null: our own `/pdn` is it. */
  policyUrl: string | null
  /** The public key of push; null: push is not offered. */
  pushKey: string | null
  /** Whether the visitor has a session, good or not. */
  isSignedIn: boolean
  /** What was decided about optional cookies; null as long as nothing was. */
  consent: 'accepted' | 'refused' | null
  /** What the page before has to say. */
  flash: {
    type: 'success' | 'info' | 'warning' | 'error'
    title: string
    description?: string | undefined
  } | null
  isIos: boolean
  /** null follows the system. */
  theme: 'light' | 'dark' | null
  /** A form of this page was refused. */
  hasFormErrors: boolean
}

/** The document's own data; undefined where even they could not be loaded. */
export function useSite(): Site | undefined {
  return useRouteLoaderData<Site>('root')
}
