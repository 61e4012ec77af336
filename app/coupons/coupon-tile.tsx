import { couponHref } from '~/domain/hrefs'
import { Tag } from '~/ui/tag'
import { Ticket } from '~/ui/ticket'

import { CouponToggle } from './coupon-toggle'
import type { CouponView } from './coupon-view.server'

type CouponTileProps = {
  coupon: Omit<CouponView, 'activated' | 'category'>
  /** The list's path, which begins the coupon's address. */
  list?: string
  headingLevel?: 2 | 3
  /** The page of the list, for the button that activates the coupon. */
  returnTo: string
}

/** A coupon of a list in one row: its benefit, term and one action; none in an unknown state. */
export function CouponTile({ coupon, list, headingLevel, ...form }: CouponTileProps) {
  const { id, title, picture, discount, state, expiry, isSoon } = coupon
  const isOver = state === 'USED' || state === 'EXPIRED'
  return (
    <Ticket
      to={couponHref(id, list)}
      title={title}
      picture={picture}
      lead={discount}
      headingLevel={headingLevel}
      isOver={isOver}
      facts={
        isOver ? (
          <Tag>{state === 'USED' ? 'Использован' : 'Срок истёк'}</Tag>
        ) : (
          expiry && (isSoon ? <Tag tone="warning">{expiry}</Tag> : expiry)
        )
      }
      side={!isOver && state && <CouponToggle coupon={coupon} {...form} isInList />}
    />
  )
}
