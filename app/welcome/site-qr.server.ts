import { qrSvg } from '~/lib/qr.server'

export interface SiteAddress {
  host: string
  svg: string
}

let drawn: { origin: string; svg: string } | undefined

/** The way from a desktop to the phone: this site's address, and the code a camera reads it from. */
export function siteQr(origin: string): SiteAddress {
  if (drawn?.origin !== origin) drawn = { origin, svg: qrSvg(origin) }
  return { host: new URL(origin).host, svg: drawn.svg }
}
