import { useRouteLoaderData } from '@remix-run/react'

import type { SwitchName } from '~/lib/switch-names'

import type { Support } from './support'

/** What the operator has to say to whoever uses the site. */
export interface SiteNotice {
  /** Names it when it is dismissed. */
  id: string
  kind: 'info' | 'warning'
  text: string
  /** A path of this site, and what the link says. */
  link?: string
  linkText?: string
}

/** What the document's loader gives to every screen: the operator's and the visitor's own. */
export interface Site {
  brand: string
  /** The site's own address. */
  origin: string
  support: Support
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
  /** Absent as long as the operator has nothing to say, or it was dismissed. */
  notice?: SiteNotice
  /** The writes that the operator has switched off; absent as long as none is. */
  off?: readonly SwitchName[]
}

/** The document's own data; undefined where even they could not be loaded. */
export function useSite(): Site | undefined {
  return useRouteLoaderData<Site>('root')
}

/** Whether the operator has switched off one of these writes. */
export function useIsOff(...writes: readonly SwitchName[]): boolean {
  const off = useSite()?.off
  return off !== undefined && writes.some((write) => off.includes(write))
}
