import { fullCookieName, type CookieName } from './cookie-catalogue'

/** As the catalogue says; the whole of it would be a tenth of the script. */
export const ZONE_SECONDS = 31556952

/** The cookies that a script of ours writes. */
const scriptCookies = {
  set(name: CookieName, value: string, seconds: number): void {
    const isSecure = location.protocol === 'https:'
    const ends = `Path=/; Max-Age=${seconds}; SameSite=Lax${isSecure ? '; Secure' : ''}`
    document.cookie = `${fullCookieName(name, isSecure)}=${value}; ${ends}`
  },
}

/**
 * Tells the server which zone this browser's clock is in, where it does not know: the next page says
 * its days by that clock. Written when it differs only.
 */
export function tellTimeZone(): void {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const [, zone] = /(?:^|;\s*)(?:__Host-)?v1_zone=([^;]*)/.exec(document.cookie) ?? []
  if (!timeZone || timeZone === zone || !/^[\w+/-]{1,48}$/.test(timeZone)) return
  scriptCookies.set('v1_zone', timeZone, ZONE_SECONDS)
}
