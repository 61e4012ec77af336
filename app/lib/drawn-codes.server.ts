import { LRUCache } from 'lru-cache'

import { code128Svg } from './code128.server'
import { qrSvg } from './qr.server'

const MOST_DRAWINGS = 1000

/** A code is drawn once, however often its screen is shown while it is good. */
function drawnOnce(draw: (value: string) => string): (value: string) => string {
  const drawings = new LRUCache<string, string>({ max: MOST_DRAWINGS })
  return (value) => {
    const drawn = drawings.get(value) ?? draw(value)
    drawings.set(value, drawn)
    return drawn
  }
}

export const drawnQr = drawnOnce(qrSvg)
export const drawnCode128 = drawnOnce(code128Svg)
