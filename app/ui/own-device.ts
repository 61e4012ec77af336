import { useMemo } from 'react'
import { useHydrated } from 'remix-utils/use-hydrated'

import { deviceInfo, type DeviceInfo } from '~/lib/device-info'

/**
 * The device that this page is looked at with.
 * @param given what the server has read of the user agent: all that there is without a script, by
 * which an iPad may be a Mac
 */
export function useOwnDevice(given: DeviceInfo): DeviceInfo {
  const isHydrated = useHydrated()
  return useMemo(
    () => (isHydrated ? deviceInfo(navigator.userAgent, navigator.maxTouchPoints) : given),
    [isHydrated, given],
  )
}
