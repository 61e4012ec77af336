import bwipjs from 'bwip-js/node'
import QRCode from 'qrcode'

import { bytesOfText, createByteCache } from '~/lib/byte-cache.server'
import type { CacheName } from '~/lib/memory-budgets.server'

/** A dark run of modules, measured from the left edge. */
interface Run {
  start: number
  width: number
}

/**
 * Draws the runs of one row as one closed path. Each run starts where the last one ended, which
 * compresses to half of separate rectangles. Stored records accept only such paths
 * (`card-record.ts`).
 * @param top the row's upper edge, in modules
 */
function combPath(runs: readonly Run[], top: number, height: number): string {
  const teeth = runs.map(({ start, width }, index) => {
    const before = runs[index - 1]
    const way = before ? `h${start - before.start - before.width}` : `M${start} ${top + height}`
    return `${way}v-${height}h${width}v${height}`
  })
  return teeth.length > 0 ? `${teeth.join('')}z` : ''
}

const QR_QUIET_ZONE_MODULES = 4

/**
 * A QR code as an SVG of one path, dark on white in every theme, with its quiet zone. Error
 * correction Q does not enlarge a short code and tolerates scratches.
 */
export function qrSvg(value: string): string {
  const { modules } = QRCode.create(value, { errorCorrectionLevel: 'Q' })
  const size = modules.size + 2 * QR_QUIET_ZONE_MODULES
  let path = ''
  for (let row = 0; row < modules.size; row++) {
    const runs: Run[] = []
    for (let column = 0; column < modules.size; column++) {
      if (!modules.get(row, column)) continue
      const start = column
      while (column + 1 < modules.size && modules.get(row, column + 1)) column++
      runs.push({ start: start + QR_QUIET_ZONE_MODULES, width: column - start + 1 })
    }
    path += combPath(runs, row + QR_QUIET_ZONE_MODULES, 1)
  }
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges" aria-hidden="true">` +
    `<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path fill="#000" d="${path}"/></svg>`
  )
}

const QUIET_ZONE_MODULES = 10
const HEIGHT_MODULES = 40

/** A Code 128 barcode as an SVG of one path, dark on white with its quiet zone. */
function code128Svg(value: string): string {
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
