import bwipjs from 'bwip-js/node'

import { bytesOfText, createByteCache } from './byte-cache.server'
import type { CacheName } from './memory-budgets.server'
import { qrSvg } from './qr.server'
import { combPath, type Run } from './comb-path'

const QUIET_ZONE_MODULES = 10
const HEIGHT_MODULES = 40

/** A Code 128 barcode as an SVG of one path, dark on white with its quiet zone. @internal */
export function code128Svg(value: string): string {
  const [symbol] = bwipjs.raw('code128', value, '')
  if (!symbol || !('sbs' in symbol)) throw new Error('Code 128 could not be drawn')
  let at = QUIET_ZONE_MODULES
  const bars: Run[] = []
  symbol.sbs.forEach((width, index) => {
    const isBar = index % 2 === 0
    if (isBar) bars.push({ start: at, width })
    at += width
  })
  const path = combPath(bars, 0, HEIGHT_MODULES)
  const size = at + QUIET_ZONE_MODULES
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${HEIGHT_MODULES}" preserveAspectRatio="none" shape-rendering="crispEdges" aria-hidden="true">` +
    `<path fill="#fff" d="M0 0h${size}v${HEIGHT_MODULES}H0z"/><path fill="#000" d="${path}"/></svg>`
  )
}

/** Caches the drawing of a code, which several screens show. */
function drawnOnce(cache: CacheName, draw: (value: string) => string): (value: string) => string {
  const drawings = createByteCache(cache, { bytesOf: bytesOfText })
  return (value) => {
    const drawn = drawings.get(value) ?? draw(value)
    drawings.set(value, drawn)
    return drawn
  }
}

export const drawnQr = drawnOnce('drawn QR codes', qrSvg)
export const drawnCode128 = drawnOnce('drawn barcodes', code128Svg)
