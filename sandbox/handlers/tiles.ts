import { http, HttpResponse, type HttpHandler } from 'msw'

import { notFound } from '../responses'
import { drawTile } from '../data/tiles'

/** The tile address of the demo's map, for `MAP_TILES_URL`. */
export const tilesUrl = (sandboxUrl: string) => `${sandboxUrl}/__sandbox/tiles/{z}/{x}/{y}.svg`

/** The tiles of the map. Refuses a request without a referrer, as public tile servers do. */
export const tiles: readonly HttpHandler[] = [
  http.get('*/__sandbox/tiles/:z/:x/:file', ({ params, request }) => {
    if (!request.headers.has('Referer')) return new HttpResponse(null, { status: 403 })
    const { z, x, file } = params as Record<'z' | 'x' | 'file', string>
    const drawn = file.endsWith('.svg') ? drawTile(z, x, file.slice(0, -4)) : null
    if (drawn === null) return notFound()
    return new HttpResponse(drawn, {
      headers: { 'Content-Type': 'image/svg+xml', 'Cache-Control': 'public, max-age=86400' },
    })
  }),
]
