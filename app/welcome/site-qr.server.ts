import { qrSvg } from '~/domain/drawn-codes.server'

let drawn: { origin: string; svg: string } | undefined

/** This site's address with its QR code, to open it on a phone. */
export function siteQr(origin: string) {
  if (drawn?.origin !== origin) drawn = { origin, svg: qrSvg(origin) }
  return { host: new URL(origin).host, svg: drawn.svg }
}

export type SiteAddress = ReturnType<typeof siteQr>
