import { useMemo } from 'react'
import { useHydrated } from './use-hydrated'

import { ownDevice, type DeviceInfo } from '~/lib/device-info'

import { useSite } from './site'

/** The visitor's device: as the server reads it, then as the browser knows it. Undefined without the site. */
export function useOwnDevice(): DeviceInfo | undefined {
  const isHydrated = useHydrated()
  const device = useSite()?.device
  return useMemo(() => (isHydrated && device ? ownDevice(device) : device), [isHydrated, device])
}
