import { fullCookieName } from './cookie-catalogue'

/** As the catalogue says; the whole of it would be a tenth of the script. */
export const ZONE_SECONDS = 31556952

/**
 * Tells the server which zone this browser's clock is in, where it does not know: the next page says
 * its days by that clock. Written when it differs only.
 */
export function tellTimeZone(): void {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const [, told] = /(?:^|;\s*)(?:__Host-)?v1_zone=([^;]*)/.exec(document.cookie) ?? []
  if (!timeZone || timeZone === told || !/^[\w+/-]{1,48}$/.test(timeZone)) return
  const isSecure = location.protocol === 'https:'
  const ends = `Path=/; Max-Age=${ZONE_SECONDS}; SameSite=Lax${isSecure ? '; Secure' : ''}`
  document.cookie = `${fullCookieName('v1_zone', isSecure)}=${timeZone}; ${ends}`
}
