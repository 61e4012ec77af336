import type { ReactNode } from 'react'

import { Tag } from '~/ui/tag'
import { Ticket } from '~/ui/ticket'

export type CouponTileProps = {
  to: string
  title: string
  discount: string | null
  category: string | null
  picture: string | null
  /** Null for an unknown state, which shows the coupon without its button. */
  state: 'AVAILABLE' | 'ACTIVATED' | 'USED' | 'EXPIRED' | null
  expiry: string | null
  activated: string | null
  /** The button that activates or deactivates the coupon. */
  action?: ReactNode
  headingLevel?: 2 | 3
}

/** A coupon of a list: its benefit, term and button. */
export function CouponTile({
  discount,
  category,
  state,
  expiry,
  activated,
  action,
  ...ticket
}: CouponTileProps) {
  const isOver = state === 'USED' || state === 'EXPIRED'
  return (
    <Ticket
      {...ticket}
      lead={discount}
      facts={[category, activated, !isOver && expiry].filter(Boolean).join('\u00a0· ')}
      tearOff={
        isOver ? <Tag>{state === 'USED' ? 'Использован' : 'Срок истёк'}</Tag> : state && action
      }
      isOver={isOver}
    />
  )
}
