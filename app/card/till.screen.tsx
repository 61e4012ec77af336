import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'

import { pageTitle } from '~/domain/page-title'
import { loadBlocks } from '~/gateways/load-blocks.server'
import { stateOfCoupon } from '~/gateways/schemas/promotions.server'
import { plural } from '~/lib/numbers'
import { userHash } from '~/session/user-hash.server'
import { BlockError } from '~/ui/block'
import { Link } from '~/ui/link'
import { Points } from '~/ui/points'

import { loadCardView } from './card.server'
import { CodeNotice } from './code-notice'
import { DrawnBars, DrawnQr } from './drawn-code'
import { FetchedAt } from './fetched-at'
import { missingQrTitle } from './loyalty-card'
import styles from './till.module.css'
import { useCardCode } from './use-card-code'
import { cardFieldsForRecord, useCardRecord } from './use-card-record'
import { useWakeLock } from './wake-lock'

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, 'Карта на кассе')]

export const handle = { noScriptRefreshSeconds: 300 }

/** Points and coupons never keep the code waiting. */
const EXTRA_BUDGET_MS = 600

export async function loader({ context }: LoaderFunctionArgs) {
  const { account, promotions } = context.gateways
  const [view, { balance, coupons }] = await Promise.all([
    loadCardView(context),
    loadBlocks(
      { balance: account.getBalance(), coupons: promotions.listFavouriteCoupons() },
      { balance: EXTRA_BUDGET_MS, coupons: EXTRA_BUDGET_MS },
    ),
  ])
  const now = new Date()
  return {
    ...view,
    owner: await userHash(context),
    points: balance?.totalPointBalance ?? null,
    coupons: coupons?.filter((coupon) => stateOfCoupon(coupon, now) === 'ACTIVATED').length ?? 0,
  }
}

/** The card for the scanner: white, full screen, and the screen stays on. */
export default function TillScreen() {
  const loaded = useLoaderData<typeof loader>()
  const { card, fallbackCard, owner, points, coupons } = loaded
  const { qr, qrError } = useCardCode({ owner, qr: card?.qr ?? null, qrError: loaded.qrError })
  const shown = card ?? fallbackCard
  useCardRecord({ owner, ...qr, ...cardFieldsForRecord(shown) })
  useWakeLock()
  return (
    <main className={styles.screen}>
      <h1 className="visually-hidden" id="page-title" tabIndex={-1}>
        Карта на кассе
      </h1>
      <Link className={styles.leave} to="/qr">
        Обычный вид
      </Link>
      {qr && (
        <div className={styles.code}>
          <DrawnQr svg={qr.svg} label="QR-код карты для кассы" />
        </div>
      )}
      {!qr && <BlockError retryHref="/qr/till" title={missingQrTitle(qrError)} />}
      {shown && (
        <>
          {!qr && <p>Покажите кассиру штрихкод или назовите номер карты:</p>}
          <p className={styles.number}>{shown.number}</p>
          <div className={styles.barcode}>
            <DrawnBars svg={shown.barcode} label="Штрихкод карты" />
          </div>
        </>
      )}
      {(points !== null || coupons > 0) && (
        <p className={styles.benefits}>
          {points !== null && <Points amount={points} />}
          {coupons > 0 && (
            <span>
              {`${coupons} ${plural(coupons, 'купон сработает', 'купона сработают', 'купонов сработают')}`}
            </span>
          )}
        </p>
      )}
      {qr && <FetchedAt instant={qr.fetchedAt} serverTime={card?.fetchedAtTime} />}
      <CodeNotice
        isPlain
        qrError={qrError}
        hasCode={!!qr}
        hasNumber={!!shown}
        returnTo="/qr/till"
      />
      {qr && !qrError && (
        <p className={styles.hint}>
          Не&nbsp;сканируется? Прибавьте яркость экрана или назовите кассиру номер.
        </p>
      )}
    </main>
  )
}
