import { useMemo } from 'react'
import { useHydrated } from 'remix-utils/use-hydrated'

import { deviceInfo, type DeviceInfo } from '~/lib/device-info'

/**
 * The visitor's device, as precisely as possible.
 * @param given the server's reading of the user agent, which may take an iPad for a Mac
 */
export function useOwnDevice(given: DeviceInfo): DeviceInfo {
  const isHydrated = useHydrated()
  return useMemo(
    () => (isHydrated ? deviceInfo(navigator.userAgent, navigator.maxTouchPoints) : given),
    [isHydrated, given],
  )
}
