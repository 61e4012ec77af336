import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'

import { CalendarLink } from '~/deadlines/calendar-link'
import { notFound } from '~/platform/not-found.server'
import { isIdOf } from '~/domain/ids'
import { pageTitle } from '~/domain/page-title'
import { wayBack } from '~/domain/way-back.server'
import { classes } from '~/ui/classes'
import { Block, BlockError } from '~/ui/block'
import { ButtonLink } from '~/ui/button'
import { atTheTill, CouponToggle } from './coupon-toggle'
import { Notice } from '~/ui/notice'
import { PageHeader } from '~/ui/page-header'
import { Tag } from '~/ui/tag'
import { tabName } from '~/domain/shown-brand'

import type { CouponDetail, DrawnCode } from './coupon-view.server'
import { loadCoupon } from './coupons.server'
import styles from './coupons.module.css'

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, 'Купон')]

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  if (!isIdOf('coupon', params.favoriteId)) throw notFound(request)
  const coupon = await loadCoupon(context, params.favoriteId)
  if (coupon === null) throw notFound(request)
  const { pathname } = new URL(request.url)
  const list = { to: pathname.slice(0, pathname.lastIndexOf('/')), label: tabName('coupons') }
  return { coupon, back: wayBack(request, list) }
}

export default function CouponScreen() {
  const { coupon, back } = useLoaderData<typeof loader>()
  return (
    <div className={classes('stack', styles.coupon)}>
      <PageHeader title={coupon?.title ?? 'Купон'} backHref={back.to} backLabel={back.label} />
      {coupon ? (
        <>
          <div className="stack">
            <Facts {...coupon} />
            <Code {...coupon} retryHref={back.here} />
            {(coupon.state === 'AVAILABLE' || coupon.state === 'ACTIVATED') && (
              <CouponToggle coupon={coupon} returnTo={back.here} />
            )}
            {coupon.calendarItem && <CalendarLink item={coupon.calendarItem} />}
          </div>
          {(coupon.description || coupon.terms.length > 0) && (
            <div className="stack card">
              {coupon.description && <p>{coupon.description}</p>}
              {coupon.terms.length > 0 && (
                <Block title="Условия" id="terms">
                  <div className="stack gap-2">
                    {coupon.terms.map((paragraph, index) => (
                      <p key={index}>{paragraph}</p>
                    ))}
                  </div>
                </Block>
              )}
            </div>
          )}
        </>
      ) : (
        <BlockError retryHref={back.here} />
      )}
    </div>
  )
}

function Facts({ discount, category, state, expiry, activated }: CouponDetail) {
  return (
    <div className={classes('stack gap-3', styles.head)}>
      {discount && <p className={styles.discount}>{discount}</p>}
      <p className={styles.facts}>
        {state === 'USED' && <Tag>Использован</Tag>}
        {state === 'EXPIRED' && <Tag>Срок истёк</Tag>}
        {activated && <Tag tone="success">{activated}</Tag>}
        {state !== 'EXPIRED' && expiry && <Tag tone="warning">{expiry}</Tag>}
        {category && <Tag>{category}</Tag>}
      </p>
    </div>
  )
}

/** The code of an active coupon; an inactive one would have no effect at the till. */
function Code({ state, codes, retryHref }: CouponDetail & { retryHref: string }) {
  if (state === 'AVAILABLE') return <Notice title="Активируйте купон" text={atTheTill} />
  if (state !== 'ACTIVATED') return null
  return (
    <>
      <p className={styles.advice}>{atTheTill}</p>
      <ButtonLink to="/qr" icon="card" fullWidth>
        Показать карту
      </ButtonLink>
      {codes === null && <BlockError retryHref={retryHref} title="Код купона не загрузился" />}
      {codes && codes.length > 0 && (
        <section className="stack gap-3" aria-label="Код купона">
          <p className={styles.advice}>Если скидка не&nbsp;сработала, покажите кассиру этот код</p>
          {codes.map((code) => (
            <DrawnCodeView key={code.text} {...code} />
          ))}
        </section>
      )}
    </>
  )
}

/** A code for the till: dark on white in every theme, and always as text, too. */
function DrawnCodeView({ svg, kind, text }: DrawnCode) {
  return (
    <div className={styles.paper}>
      {svg && (
        <div
          className={kind === 'qr' ? styles.qr : styles.barcode}
          role="img"
          aria-label={kind === 'qr' ? 'QR-код купона' : 'Штрихкод купона'}
          dangerouslySetInnerHTML={{ __html: svg }}
        />
      )}
      <p className={svg ? styles.text : styles.large}>{text}</p>
    </div>
  )
}
