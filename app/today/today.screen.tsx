import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'

import { CodeNotice } from '~/card/code-notice'
import { useCardCode } from '~/card/use-card-code'
import { useCardRecord } from '~/card/use-card-record'
import { useLastBalance } from '~/session/last-balance'
import { DeadlineHint } from '~/deadlines/deadline-hint'
import { pageTitle } from '~/domain/page-title'
import { classes } from '~/ui/classes'
import { ButtonLink } from '~/ui/button'
import { PartsFailed } from '~/ui/failed'
import { LoyaltyCardPanel } from '~/card/loyalty-card'
import { PageHeader } from '~/ui/page-header'
import { tabName } from '~/domain/shown-brand'

import { Banner } from './banner'
import { MyCoupons, NewCoupons, Offers, Receipts, ShopEntry, StoreBlock } from './blocks'
import { Notices } from './notices'
import styles from './today.module.css'
import { loadToday } from './today.server'

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, tabName('today'))]

export async function loader({ context }: LoaderFunctionArgs) {
  return loadToday(context)
}

export default function TodayScreen() {
  const today = useLoaderData<typeof loader>()
  const { owner, points, isOldBalance, hasFailedParts } = today
  const { qr, qrError } = useCardCode({ owner, qr: today.qr, qrError: today.qrError })
  const lastBalance = useLastBalance(owner, points, isOldBalance)
  useCardRecord({ owner, ...qr, ...today.news })
  const coupons = <NewCoupons {...today} />
  return (
    <div className={classes('stack gap-3', styles.screen)}>
      <PageHeader
        title={
          <span className={classes('clamped', styles.greeting)}>
            {today.name ? `Здравствуйте, ${today.name}!` : 'Здравствуйте!'}
          </span>
        }
      />
      <div className="stack gap-3">
        <LoyaltyCardPanel
          qrLabel="QR-код карты для кассы"
          qrSvg={qr?.svg}
          fallbackCard={today.fallbackCard}
          supportCode={today.supportCode}
          qrError={qrError}
          balance={points}
          isOldBalance={isOldBalance}
          lastBalance={lastBalance}
        >
          <ButtonLink to="/qr/till" icon="card" fullWidth>
            Показать на&nbsp;кассе
          </ButtonLink>
        </LoyaltyCardPanel>
        <CodeNotice qrError={qrError} hasCode={!!qr} hasNumber={false} returnTo="/today" />
        {hasFailedParts && <PartsFailed retryHref="/today" hasCard={!!qr} />}
        <DeadlineHint deadlines={today.deadlines} />
        {/* One notice at a time; an alert of the account watch always stays. */}
        {(!hasFailedParts || today.watch) && <Notices {...today} />}
        {today.couponsFirst && coupons}
        <ShopEntry />
        {!today.couponsFirst && coupons}
      </div>
      <div className="stack gap-3">
        <MyCoupons {...today} />
        <Offers offers={today.offers} />
        <Receipts receipts={today.receipts} />
        {today.storeOnMap && <StoreBlock {...today.storeOnMap} />}
        {today.banner && <Banner banner={today.banner} />}
      </div>
    </div>
  )
}
