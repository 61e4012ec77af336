import type { AppLoadContext } from '@remix-run/node'

import { env } from '~/platform/env.server'
import { loadBlocks } from '~/gateways/load-blocks.server'
import type { Promotion } from '~/gateways/schemas/promotions.server'
import { periodText } from '~/lib/expiry'
import { lastDayText } from '~/lib/last-day'
import { formatMoney } from '~/lib/money'
import { shownPicture } from '~/lib/pictures'
import { DEFAULT_STORE_CODE } from '~/gateways/schemas/stores.server'
import { addressPart } from '~/lib/address-part'
import { nameOrFallback } from '~/lib/fallback-name.server'
import { isIdOf } from '~/lib/ids'
import { bindText } from '~/lib/bind-text.server'
import { listPersonalPromotions } from './personal-promotions.server'

/**
 * A personal price as text.
 * @param zone the browser's zone; null: Moscow's
 */
export function promotionView(
  promotion: Promotion,
  imageOrigins: readonly string[],
  zone: string | null,
  now = new Date(),
) {
  const { name, imageUrl, price, oldPrice, discountPercent, startDate, endDate, goodId } = promotion
  const isAhead = Boolean(startDate && new Date(startDate) > now)
  const percent = Math.round(discountPercent ?? 0)
  return {
    name: bindText(nameOrFallback('good', name)),
    picture: shownPicture(imageUrl, imageOrigins),
    price: price === null ? null : formatMoney(price),
    oldPrice:
      price !== null && oldPrice !== null && oldPrice > price ? formatMoney(oldPrice) : null,
    discount: percent >= 1 && percent <= 99 ? `−${percent}\u2009%` : null,
    until: isAhead
      ? periodText({ start: startDate, end: endDate }, now, zone)
      : endDate && `до ${lastDayText(endDate, zone, { now })}`,
    to: isIdOf('good', goodId) ? `/product/${addressPart({ id: goodId, name: '' })}` : null,
  }
}

export type PromotionView = ReturnType<typeof promotionView>

/**
 * The shopper's personal prices in the chosen store, without expired ones.
 * @throws GatewayError
 */
export async function listPrices(context: AppLoadContext): Promise<PromotionView[]> {
  const storeCode = context.cookies.read('v1_store') ?? DEFAULT_STORE_CODE
  const promotions = await listPersonalPromotions(context, storeCode)
  const now = Date.now()
  return promotions
    .filter(({ endDate }) => endDate === null || Date.parse(endDate) > now)
    .map((promotion) => promotionView(promotion, env().IMAGE_ORIGINS, context.device.timeZone))
}

/** The shopper's personal prices; null when they failed to load. */
export async function loadPromotions(context: AppLoadContext): Promise<PromotionView[] | null> {
  const { promotions } = await loadBlocks({ promotions: listPrices(context) })
  return promotions ?? null
}
