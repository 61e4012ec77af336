import { http, HttpResponse, type HttpHandler } from 'msw'

import { notFound } from '../answers'
import { drawTile } from '../data/tiles'

/** Where the tiles of the demonstration's map are, as `MAP_TILES_URL` wants it. */
export const tilesUrl = (sandboxUrl: string) => `${sandboxUrl}/__sandbox/tiles/{z}/{x}/{y}.svg`

/** The tiles of the map. As public tile servers do, refuses a request that names no site. */
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
