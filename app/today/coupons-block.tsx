import { Block, BlockError, BlockLink } from '~/ui/block'
import { CouponTile, type CouponTileProps } from '~/coupons/coupon-tile'
import { CouponToggle } from '~/coupons/coupon-toggle'
import { TicketList } from '~/ui/ticket-list'

interface CouponsBlockProps {
  id: string
  title: string
  /** The page of all coupons. */
  allTo: string
  /** Null when they failed to load. */
  coupons: (Omit<CouponTileProps, 'to' | 'action'> & { id: string })[] | null
  empty: string
  formId: string
}

/** A few coupons with their buttons. */
export function CouponsBlock({ id, title, allTo, coupons, empty, formId }: CouponsBlockProps) {
  return (
    <Block title={title} id={id} action={<BlockLink to={allTo} of={title} />}>
      {coupons === null && <BlockError retryHref="/today" />}
      {coupons?.length === 0 && <p className="muted">{empty}</p>}
      {coupons && coupons.length > 0 && (
        <TicketList>
          {coupons.map((coupon) => (
            <li key={coupon.id}>
              <CouponTile
                {...coupon}
                to={`/coupons/${coupon.id}`}
                action={
                  <CouponToggle
                    couponId={coupon.id}
                    title={coupon.title}
                    isActivated={coupon.state === 'ACTIVATED'}
                    returnTo="/today"
                    formId={formId}
                  />
                }
              />
            </li>
          ))}
        </TicketList>
      )}
    </Block>
  )
}
