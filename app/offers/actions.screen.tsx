import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'

import { pageTitle } from '~/domain/page-title'
import { Block, BlockError, EmptyState } from '~/ui/block'
import { ListRow, RowList } from '~/ui/list-row'
import { PageHeader } from '~/ui/page-header'
import { TicketList, Ticket } from '~/ui/ticket'
import { tabName } from '~/domain/shown-brand'
import { Price } from '~/ui/price'
import { Tag } from '~/ui/tag'

import { OfferTile } from './offer-tile'
import { offersName } from '~/domain/currency'
import { loadFewOffers } from './offers.server'
import { loadPromotions, type PromotionView } from './promotions.server'

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, 'Акции')]

const FEW = 6

export async function loader({ context }: LoaderFunctionArgs) {
  const [offers, promotions] = await Promise.all([
    loadFewOffers(context, FEW),
    loadPromotions(context),
  ])
  return { offers, promotions }
}

export default function ActionsScreen() {
  const { offers, promotions } = useLoaderData<typeof loader>()
  return (
    <div className="stack">
      <PageHeader title="Акции" backHref="/today" backLabel={tabName('today')} />
      <RowList>
        <ListRow
          to="/actions/coupons"
          icon="coupon"
          title={tabName('coupons')}
          text="Скидки, которые вы выбираете сами"
        />
        <ListRow
          to="/actions/offers"
          icon="gift"
          title={offersName()}
          text="Награда за выполненное условие"
        />
      </RowList>
      <Block title={offersName()} id="offers" allHref="/actions/offers">
        {offers === null && <BlockError retryHref="/actions" />}
        {offers?.length === 0 && (
          <EmptyState isPart illustration="stars" title="Заданий пока нет" />
        )}
        {offers && offers.length > 0 && (
          <TicketList>
            {offers.map((offer) => (
              <li key={offer.code}>
                <OfferTile offer={offer} />
              </li>
            ))}
          </TicketList>
        )}
      </Block>
      <Block title="Личные цены" id="promotions">
        {promotions === null && <BlockError retryHref="/actions" />}
        {promotions?.length === 0 && (
          <EmptyState isPart illustration="basket" title="Личных цен пока нет" />
        )}
        {promotions && promotions.length > 0 && (
          <TicketList>
            {promotions.map((promotion, place) => (
              <li key={place}>
                <PromotionTile {...promotion} />
              </li>
            ))}
          </TicketList>
        )}
      </Block>
    </div>
  )
}

/** A personal price in the style of a shelf tag. */
function PromotionTile(promotion: PromotionView) {
  const { name, picture, price, oldPrice, discount, until, to } = promotion
  return (
    <Ticket
      to={to}
      title={name}
      picture={picture}
      price={price && <Price price={price} oldPrice={oldPrice} discount={null} />}
      facts={
        <>
          {discount && <Tag tone="discount">{discount}</Tag>}
          {until && <span>{until}</span>}
        </>
      }
    />
  )
}
