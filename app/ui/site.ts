import { useHydrated } from 'remix-utils/use-hydrated'
import { useRouteLoaderData } from '@remix-run/react'
import { useMemo } from 'react'

import { type DeviceInfo, ownDevice } from '~/domain/device-info'
import type { SwitchName } from '~/domain/switch-names'

import type { Support } from './support'

/** The operator's notice to visitors. */
export interface SiteNoticeData {
  /** The id for dismissing it. */
  id: string
  kind: 'info' | 'warning'
  text: string
  /** A path of this site with the link's text. */
  link?: string
  linkText?: string
}

/** Data of the document's loader for every screen. */
export interface Site {
  brand: string
  /** The site's own origin. */
  origin: string
  support: Support
  /** The retailer's own page of the personal data policy; null: our `/pdn`. */
  policyUrl: string | null
  /** The public key of push; null: push is not offered. */
  pushKey: string | null
  /** True when the visitor has a session cookie, valid or not. */
  isSignedIn: boolean
  /** User hash of the session cookie's shopper; null for a guest. */
  owner: string | null
  /** The decision about optional cookies; null before one. */
  consent: 'accepted' | 'refused' | null
  /** The notice of the last page. */
  flash: {
    type: 'success' | 'info' | 'warning' | 'error'
    title: string
    description?: string | undefined
  } | null
  device: DeviceInfo
  /** null follows the system. */
  theme: 'light' | 'dark' | null
  /** True when a form of this page has errors. */
  hasFormErrors: boolean
  /** The operator's notice; absent without one or after it was dismissed. */
  notice?: SiteNoticeData
  /** The writes that kill switches turn off; absent without any. */
  off?: readonly SwitchName[]
}

/** The document's data; undefined when its loader failed. */
export function useSite(): Site | undefined {
  return useRouteLoaderData<Site>('root')
}

/** True when a kill switch turns off one of these writes. */
export function useIsOff(...writes: readonly SwitchName[]): boolean {
  const off = useSite()?.off
  return off !== undefined && writes.some((write) => off.includes(write))
}

/** The visitor's device: as the server reads it, then as the browser knows it. Undefined without the site. */
export function useOwnDevice(): DeviceInfo | undefined {
  const isHydrated = useHydrated()
  const device = useSite()?.device
  return useMemo(() => (isHydrated && device ? ownDevice(device) : device), [isHydrated, device])
}
