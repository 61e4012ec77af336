import { CouponTile } from '~/coupons/coupon-tile'
import { Block, BlockError, BlockLink } from '~/ui/block'
import { TicketList } from '~/ui/ticket-list'

import type { TodayView } from './today.server'

type CouponsBlockProps = Pick<TodayView, 'coupons' | 'hasAllCoupons'> & { formId: string }

/** The coupons that end first, active and new ones together. */
export function CouponsBlock({ coupons, hasAllCoupons, formId }: CouponsBlockProps) {
  return (
    <Block title="Купоны" id="coupons" action={<BlockLink to="/coupons" of="Купоны" />}>
      {coupons.length === 0 && hasAllCoupons && <p className="muted">Новых купонов пока нет.</p>}
      {coupons.length > 0 && (
        <TicketList>
          {coupons.map((coupon) => (
            <li key={coupon.id}>
              <CouponTile
                {...coupon}
                to={`/coupons/${coupon.id}`}
                returnTo="/today"
                formId={formId}
              />
            </li>
          ))}
        </TicketList>
      )}
      {!hasAllCoupons && <BlockError retryHref="/today" />}
    </Block>
  )
}
