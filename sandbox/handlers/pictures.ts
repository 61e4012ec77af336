import { http, HttpResponse, type HttpHandler } from 'msw'

import { pictureOfGood } from '../data/goods'
import { drawBanner, drawCoupon } from '../data/pictures'

const PICTURES: Record<string, (name: string) => string> = {
  goods: pictureOfGood,
  coupons: drawCoupon,
  banners: drawBanner,
}

/** The pictures that goods, coupons, offers and banners point to. */
export const pictures: readonly HttpHandler[] = Object.entries(PICTURES).map(([kind, draw]) =>
  http.get(
    `*/images/${kind}/:file`,
    ({ params }) =>
      new HttpResponse(draw(String(params.file).replace(/\.svg$/, '')), {
        headers: { 'Content-Type': 'image/svg+xml', 'Cache-Control': 'public, max-age=3600' },
      }),
  ),
)
