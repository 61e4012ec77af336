import { useState } from 'react'

import { SearchForm } from '~/catalogue/search-form'
import { CouponTile } from '~/coupons/coupon-tile'
import { receiptHref, storeHref } from '~/domain/hrefs'
import { OfferTile } from '~/offers/offer-tile'
import { Block } from '~/ui/block'
import { classes } from '~/ui/classes'
import { Figures } from '~/ui/figures'
import { Icon, type IconName } from '~/ui/icon'
import { Link } from '~/ui/link'
import { ListRow, RowList } from '~/ui/list-row'
import { TicketList } from '~/ui/ticket'
import { tracked } from '~/analytics/tracked'
import { ButtonLink } from '~/ui/button'

import styles from './today.module.css'
import type { TodayView } from './today.server'

const shortcuts: [to: string, icon: IconName, title: string][] = [
  ['/catalog', 'basket', 'Каталог'],
  ['/actions', 'gift', 'Акции'],
  ['/stores', 'store', 'Магазины'],
]

/** The entry to the shop: a search and three shortcuts. */
export function ShopEntry() {
  return (
    <section className="stack gap-3" aria-label="Покупки">
      <SearchForm action="/search" label="Найти товар" placeholder="Молоко, хлеб, сыр" />
      <ul className={styles.shortcuts}>
        {shortcuts.map(([to, icon, title]) => (
          <li key={to}>
            <Link className={styles.shortcut} to={to}>
              <Icon name={icon} />
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

type NewCouponsProps = Pick<
  TodayView,
  'myCoupons' | 'newCoupons' | 'hasAllCoupons' | 'hasMoreCoupons'
>

/** The coupons that can be activated, those that end first. */
export function NewCoupons({
  myCoupons,
  newCoupons,
  hasAllCoupons,
  hasMoreCoupons,
}: NewCouponsProps) {
  const isEmpty = newCoupons.length === 0
  if (isEmpty && (!hasAllCoupons || myCoupons.length > 0)) return null
  return (
    <Block title="Новые купоны" id="coupons" allHref="/coupons">
      {isEmpty ? (
        <p className="muted">
          {hasMoreCoupons
            ? 'Здесь пока пусто: все купоны\u00a0— в\u00a0списке.'
            : 'Новых купонов пока нет.'}
        </p>
      ) : (
        <CouponList coupons={newCoupons} />
      )}
    </Block>
  )
}

/** The active coupon that ends first; nothing without any. */
export function MyCoupons({ myCoupons }: Pick<TodayView, 'myCoupons'>) {
  if (myCoupons.length === 0) return null
  return (
    <Block title="Активные купоны" id="my-coupons" allHref="/coupons?tab=mine">
      <CouponList coupons={myCoupons} />
    </Block>
  )
}

function CouponList({ coupons }: { coupons: TodayView['newCoupons'] }) {
  return (
    <TicketList>
      {coupons.map((coupon) => (
        <li key={coupon.id}>
          <CouponTile coupon={coupon} returnTo="/today" />
        </li>
      ))}
    </TicketList>
  )
}

/** The offers in progress that end soonest; nothing without any, or when they failed. */
export function Offers({ offers }: Pick<TodayView, 'offers'>) {
  if (!offers?.length) return null
  return (
    <Block title="Акции" id="actions" allHref="/actions">
      <TicketList>
        {offers.map((offer) => (
          <li key={offer.code}>
            <OfferTile offer={offer} />
          </li>
        ))}
      </TicketList>
    </Block>
  )
}

/** The last purchases; nothing when they failed. */
export function Receipts({ receipts }: Pick<TodayView, 'receipts'>) {
  if (!receipts) return null
  return (
    <Block title="Последние чеки" id="receipts" allHref="/profile/transactions">
      {receipts.length === 0 && (
        <p className="muted">Покажите карту на кассе — и здесь появится первый чек.</p>
      )}
      {receipts.length > 0 && (
        <RowList>
          {receipts.map(({ id, title, when, money, points }) => (
            <ListRow
              key={id}
              to={receiptHref(id)}
              icon="receipt"
              title={<span className="clamped">{title}</span>}
              text={when}
              end={
                <>
                  {money && (
                    <span className={styles.sum}>
                      <Figures>{money}</Figures>
                    </span>
                  )}
                  {points && (
                    <span className={classes(styles.sum, styles.points)}>
                      <Figures>{points}</Figures>
                    </span>
                  )}
                </>
              }
            />
          ))}
        </RowList>
      )}
    </Block>
  )
}

const focus = (element: HTMLElement | null) => element?.focus()

/** The chosen store; a press shows its map. Without a script the store's page opens. */
export function StoreBlock({ code, place, map }: NonNullable<TodayView['storeOnMap']>) {
  const [isShown, setIsShown] = useState(false)
  const to = storeHref(code)
  return (
    <Block title="Магазин" id="store">
      <Link to={to}>{place}</Link>
      {isShown ? (
        <div
          className={styles.map}
          ref={focus}
          tabIndex={-1}
          dangerouslySetInnerHTML={{ __html: map }}
        />
      ) : (
        <ButtonLink
          to={to}
          reloadDocument
          variant="secondary"
          {...tracked('Map:Open', {})}
          onClick={(event) => {
            event.preventDefault()
            setIsShown(true)
          }}
        >
          Показать на карте
        </ButtonLink>
      )}
    </Block>
  )
}
