import QRCode from 'qrcode'

import { combPath, type Run } from './comb-path'

const QUIET_ZONE_MODULES = 4

/**
 * A QR code as an SVG of one path, dark on white in every theme, with its quiet zone. Error
 * correction Q does not enlarge a short code and tolerates scratches.
 */
export function qrSvg(value: string): string {
  const { modules } = QRCode.create(value, { errorCorrectionLevel: 'Q' })
  const size = modules.size + 2 * QUIET_ZONE_MODULES
  let path = ''
  for (let row = 0; row < modules.size; row++) {
    const runs: Run[] = []
    for (let column = 0; column < modules.size; column++) {
      if (!modules.get(row, column)) continue
      const start = column
      while (column + 1 < modules.size && modules.get(row, column + 1)) column++
      runs.push({ start: start + QUIET_ZONE_MODULES, width: column - start + 1 })
    }
    path += combPath(runs, row + QUIET_ZONE_MODULES, 1)
  }
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges" aria-hidden="true">` +
    `<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path fill="#000" d="${path}"/></svg>`
  )
}
