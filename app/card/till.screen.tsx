import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'

import { pageTitle } from '~/lib/page-title'
import { userHash } from '~/session/user-hash.server'
import { BlockError } from '~/ui/block'
import { Link } from '~/ui/link'

import { loadCardView } from './card.server'
import { CodeNotice } from './code-notice'
import { DrawnBars, DrawnQr } from './drawn-code'
import { FetchedAt } from './fetched-at'
import { missingCodeTitle } from './loyalty-card'
import styles from './till.module.css'
import { useCardCode } from './use-card-code'
import { cardFieldsForRecord, useCardRecord } from './use-card-record'
import { useWakeLock } from './wake-lock'

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, 'Карта на кассе')]

export const handle = { refreshSeconds: 300 }

export async function loader({ context }: LoaderFunctionArgs) {
  return { ...(await loadCardView(context)), owner: await userHash(context) }
}

/** The card for the scanner: white, full screen, and the screen stays on. */
export default function TillScreen() {
  const { card, fallbackCard, cardFault, owner } = useLoaderData<typeof loader>()
  const { code, fault } = useCardCode({ owner, code: card?.code ?? null, fault: cardFault })
  const shown = card ?? fallbackCard
  useCardRecord({ owner, ...code, ...cardFieldsForRecord(shown) })
  useWakeLock()
  return (
    <main className={styles.screen}>
      <h1 className="visually-hidden" id="page-title" tabIndex={-1}>
        Карта на кассе
      </h1>
      <Link className={styles.leave} to="/qr">
        Обычный вид
      </Link>
      {code && (
        <div className={styles.code}>
          <DrawnQr svg={code.svg} label="QR-код карты для кассы" />
        </div>
      )}
      {!code && <BlockError retryHref="/qr/till" title={missingCodeTitle(fault)} />}
      {shown && (
        <>
          {!code && <p>Покажите кассиру штрихкод или назовите номер карты:</p>}
          <p className={styles.number}>{shown.number}</p>
          <div className={styles.barcode}>
            <DrawnBars svg={shown.barcode} label="Штрихкод карты" />
          </div>
        </>
      )}
      {code && <FetchedAt instant={code.fetchedAt} serverTime={card?.fetchedAtTime} />}
      <CodeNotice isPlain fault={fault} hasCode={!!code} hasNumber={!!shown} returnTo="/qr/till" />
      {code && !fault && (
        <p className={styles.hint}>
          Не&nbsp;сканируется? Прибавьте яркость экрана или назовите кассиру номер.
        </p>
      )}
    </main>
  )
}
