import type { Coordinates } from '~/gateways/schemas/stores.server'
import { escapeHtml } from '~/lib/plain-text'

import { getMap } from './store-types.server'

/** Streets and houses around a store. */
const ZOOM = 16
/** Where the tiles of the world end. */
const MAX_LATITUDE = 85.05

/** One of the picture's four squares. Public tile servers refuse requests without the site's origin. */
const image = (src: string) =>
  `<img src="${escapeHtml(src)}" alt="" width="256" height="256" referrerPolicy="strict-origin-when-cross-origin">`

/**
 * HTML with four tiles of the operator's map, the place marked near their middle, and the operator's
 * attribution; null without a map (specification 1.5).
 */
export function drawStillMap({ latitude, longitude }: Coordinates): string | null {
  const map = getMap()
  if (!map) return null
  const across = 2 ** ZOOM
  const angle = (Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, latitude)) * Math.PI) / 180
  const x = ((longitude + 180) / 360) * across
  const y = ((1 - Math.asinh(Math.tan(angle)) / Math.PI) / 2) * across
  const left = Math.round(x) - 1
  const top = Math.min(across - 2, Math.max(0, Math.round(y) - 1))
  const tiles = [top, top + 1].flatMap((row) =>
    [left, left + 1].map((column) =>
      map.tilesUrl
        .replaceAll('{z}', String(ZOOM))
        .replaceAll('{x}', String((column + across) % across))
        .replaceAll('{y}', String(row))
        .replaceAll('{s}', 'a')
        .replaceAll('{r}', ''),
    ),
  )
  const mark = `<circle cx="${(x - left) / 2}" cy="${(y - top) / 2}" r=".025"/>`
  const picture = `${tiles.map(image).join('')}<svg viewBox="0 0 1 1" aria-hidden="true">${mark}</svg>`
  return `<figure aria-label="Карта">${picture}<figcaption>${map.attribution}</figcaption></figure>`
}
