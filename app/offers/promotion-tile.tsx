import { Price } from '~/ui/price'
import { Tag } from '~/ui/tag'
import { Ticket } from '~/ui/ticket'

import type { PromotionView } from './promotions.server'

/** A personal price in the style of a shelf tag. */
export function PromotionTile(promotion: PromotionView) {
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
