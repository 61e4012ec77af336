import { http, HttpResponse, type HttpHandler } from 'msw'

import { getProductPicture } from '../data/products'
import { drawBanner, drawCoupon } from '../data/pictures'

const PICTURES: Record<string, (name: string) => string> = {
  goods: getProductPicture,
  coupons: drawCoupon,
  banners: drawBanner,
}

/** The pictures that products, coupons, offers and banners point to. */
export const pictures: readonly HttpHandler[] = Object.entries(PICTURES).map(([kind, draw]) =>
  http.get(
    `*/images/${kind}/:file`,
    ({ params }) =>
      new HttpResponse(draw(String(params.file).replace(/\.svg$/, '')), {
        headers: { 'Content-Type': 'image/svg+xml', 'Cache-Control': 'public, max-age=3600' },
      }),
  ),
)
