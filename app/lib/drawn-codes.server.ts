import { bytesOfText, createByteCache } from './byte-cache.server'
import { code128Svg } from './code128.server'
import type { CacheName } from './memory-budgets.server'
import { qrSvg } from './qr.server'

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
