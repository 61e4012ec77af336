import type { AppLoadContext } from '@remix-run/node'

import { env } from '~/platform/env.server'
import { loadBlocks } from '~/gateways/load-blocks.server'
import type { Promotion } from '~/gateways/schemas/promotions.server'
import { lastDayText, periodText } from '~/domain/expiry'
import type { ReaderZone } from '~/lib/time-zones'
import { formatMoney } from '~/lib/money'
import { shownPicture } from '~/domain/pictures'
import { DEFAULT_STORE_CODE } from '~/gateways/schemas/stores.server'
import { addressPart } from '~/domain/address-part'
import { nameOrFallback } from '~/domain/fallback-name.server'
import { isIdOf } from '~/domain/ids'
import { bindText } from '~/lib/bind-text.server'
import { bytesOfParsed, createByteCache } from '~/lib/byte-cache.server'

const LIFE_MS = 600_000

/** In this process only, by shopper and store: personal data are not shared. */
const cache = createByteCache<Promotion[]>('personal promotions', {
  bytesOf: (promotions) => bytesOfParsed(JSON.stringify(promotions)),
  lifeMs: LIFE_MS,
})

/**
 * The personal prices of a shopper in a store, cached for ten minutes (specification 3.37,
 * stored values: key `v1dt_pp`).
 * @throws GatewayError
 */
async function listPersonalPromotions(
  { gateways, session }: AppLoadContext,
  storeCode: string,
): Promise<Promotion[]> {
  const key = `v1dt_pp:${await session.userId()}:${storeCode}`
  const cached = cache.get(key)
  if (cached) return cached
  const promotions = await gateways.promotions.listPromotions(storeCode)
  cache.set(key, promotions)
  return promotions
}

/** A personal price as text. */
function promotionView(promotion: Promotion, zone: ReaderZone, now: Date) {
  const { name, imageUrl, price, oldPrice, discountPercent, startDate, endDate, goodId } = promotion
  const isAhead = Boolean(startDate && new Date(startDate) > now)
  const percent = Math.round(discountPercent ?? 0)
  return {
    name: bindText(nameOrFallback('product', name)),
    picture: shownPicture(imageUrl, env().IMAGE_ORIGINS),
    price: price === null ? null : formatMoney(price),
    oldPrice:
      price !== null && oldPrice !== null && oldPrice > price ? formatMoney(oldPrice) : null,
    discount: percent >= 1 && percent <= 99 ? `−${percent}\u2009%` : null,
    until: isAhead
      ? periodText({ start: startDate, end: endDate }, zone, now)
      : endDate && `до ${lastDayText(endDate, zone, now)}`,
    to: isIdOf('product', goodId) ? `/product/${addressPart({ id: goodId, name: '' })}` : null,
  }
}

export type PromotionView = ReturnType<typeof promotionView>

/** The shopper's valid personal prices in the chosen store; null when they failed to load. */
export async function loadPromotions(context: AppLoadContext): Promise<PromotionView[] | null> {
  const storeCode = context.cookies.read('v1_store') ?? DEFAULT_STORE_CODE
  const { promotions } = await loadBlocks({
    promotions: listPersonalPromotions(context, storeCode),
  })
  const now = new Date()
  const { timeZone } = context.device
  return (
    promotions
      ?.filter(({ endDate }) => endDate === null || new Date(endDate) > now)
      .map((promotion) => promotionView(promotion, timeZone, now)) ?? null
  )
}
