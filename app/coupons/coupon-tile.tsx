import { Tag } from '~/ui/tag'
import { Ticket } from '~/ui/ticket'

import { CouponToggle } from './coupon-toggle'

export type CouponTileProps = {
  id: string
  to: string
  title: string
  discount: string | null
  picture: string | null
  /** Null for an unknown state, which shows the coupon without its button. */
  state: 'AVAILABLE' | 'ACTIVATED' | 'USED' | 'EXPIRED' | null
  expiry: string | null
  isSoon: boolean
  headingLevel?: 2 | 3
  /** The page of the list, for the button that activates the coupon. */
  returnTo: string
  formId: string
}

/** A coupon of a list in one row: its benefit, term and one action. */
export function CouponTile({
  id,
  discount,
  state,
  expiry,
  isSoon,
  returnTo,
  formId,
  ...ticket
}: CouponTileProps) {
  const isOver = state === 'USED' || state === 'EXPIRED'
  return (
    <Ticket
      {...ticket}
      lead={discount}
      isOver={isOver}
      facts={
        isOver ? (
          <Tag>{state === 'USED' ? 'Использован' : 'Срок истёк'}</Tag>
        ) : (
          expiry && (isSoon ? <Tag tone="warning">{expiry}</Tag> : expiry)
        )
      }
      side={
        !isOver &&
        state && (
          <CouponToggle
            couponId={id}
            title={ticket.title}
            isActivated={state === 'ACTIVATED'}
            returnTo={returnTo}
            formId={formId}
            isInList
          />
        )
      }
    />
  )
}
