import { OfferTile } from '~/offers/offer-tile'
import { PromotionTile } from '~/offers/promotion-tile'
import { Block, BlockError, BlockLink } from '~/ui/block'
import { TicketList } from '~/ui/ticket-list'

import type { TodayView } from './today.server'

/** The offers that end soonest, and personal prices; nothing without any. */
export function ActionsBlock({ offers, prices }: Pick<TodayView, 'offers' | 'prices'>) {
  const hasFailed = offers === null || prices === null
  const hasSome = Boolean(offers?.length || prices?.length)
  if (!hasFailed && !hasSome) return null
  return (
    <Block
      title="Акции и&nbsp;личные цены"
      id="actions"
      action={<BlockLink to="/actions" of="Акции и личные цены" />}
    >
      <div className="stack-tight">
        {hasSome && (
          <TicketList>
            {offers?.map((offer) => (
              <li key={offer.code}>
                <OfferTile offer={offer} />
              </li>
            ))}
            {prices?.map((price, place) => (
              <li key={place}>
                <PromotionTile {...price} />
              </li>
            ))}
          </TicketList>
        )}
        {hasFailed && <BlockError retryHref="/today" />}
      </div>
    </Block>
  )
}
