import { OfferTile } from '~/offers/offer-tile'
import { Block, BlockError, BlockLink } from '~/ui/block'
import { TicketList } from '~/ui/ticket-list'

import type { TodayView } from './today.server'

/** The offers that end soonest; nothing without any. */
export function ActionsBlock({ offers }: Pick<TodayView, 'offers'>) {
  if (offers?.length === 0) return null
  return (
    <Block title="Акции" id="actions" action={<BlockLink to="/actions" of="Акции" />}>
      {offers ? (
        <TicketList>
          {offers.map((offer) => (
            <li key={offer.code}>
              <OfferTile offer={offer} />
            </li>
          ))}
        </TicketList>
      ) : (
        <BlockError retryHref="/today" />
      )}
    </Block>
  )
}
