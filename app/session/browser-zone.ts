import { fullCookieName, type CookieName } from './cookie-catalogue'

/**
 * Same lifetime as in the cookie catalogue. Importing the catalogue would add a tenth to the
 * script.
 */
const ZONE_SECONDS = 31556952

/** Cookies that the browser script writes. */
const scriptCookies = {
  set(name: CookieName, value: string, seconds: number): void {
    const isSecure = location.protocol === 'https:'
    const ends = `Path=/; Max-Age=${seconds}; SameSite=Lax${isSecure ? '; Secure' : ''}`
    document.cookie = `${fullCookieName(name, isSecure)}=${value}; ${ends}`
  },
}

/**
 * Sends the browser's time zone to the server in a cookie, so that pages show local dates. Writes
 * the cookie only when the server has another zone.
 */
export function sendTimeZone(): void {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const [, zone] = /(?:^|;\s*)(?:__Host-)?v1_zone=([^;]*)/.exec(document.cookie) ?? []
  if (!timeZone || timeZone === zone || !/^[\w+/-]{1,48}$/.test(timeZone)) return
  scriptCookies.set('v1_zone', timeZone, ZONE_SECONDS)
}
