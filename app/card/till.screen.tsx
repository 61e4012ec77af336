import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'

import { useCardCode } from './use-card-code'
import { useCardRecord } from './use-card-record'
import { useWakeLock } from './wake-lock'
import { pageTitle } from '~/lib/page-title'
import { cardOwner } from './card-code.server'
import { requireShopper } from '~/session/guards.server'
import { BlockError } from '~/ui/block'
import { Link } from '~/ui/link'

import { loadCardView } from './card.server'
import { FetchedAt } from './fetched-at'
import styles from './till.module.css'

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, 'Карта на кассе')]

export const handle = { refreshSeconds: 300 }

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireShopper(request, context)
  return { card: await loadCardView(context), owner: await cardOwner(context) }
}

/** The card for the scanner: white, as large as the screen, and the screen stays awake. */
export default function TillScreen() {
  const { card, owner } = useLoaderData<typeof loader>()
  const { code } = useCardCode(card?.code ?? null)
  useCardRecord({ owner, ...code, ...(card && { number: card.number }) })
  useWakeLock()
  return (
    <main className={styles.screen}>
      <h1 className="visually-hidden" id="page-title" tabIndex={-1}>
        Карта на кассе
      </h1>
      <Link className={styles.leave} to="/qr">
        Обычный вид
      </Link>
      {code && card ? (
        <>
          <div
            className={styles.code}
            role="img"
            aria-label="QR-код карты для кассы"
            dangerouslySetInnerHTML={{ __html: code.svg }}
          />
          <p className={styles.number}>{card.number}</p>
          <div
            className={styles.barcode}
            role="img"
            aria-label="Штрихкод карты"
            dangerouslySetInnerHTML={{ __html: card.barcode }}
          />
          <FetchedAt instant={code.fetchedAt} serverTime={card.fetchedAtTime} />
          <p className={styles.hint}>Не сканируется? Прибавьте яркость экрана.</p>
        </>
      ) : (
        <BlockError retryHref="/qr/till" title="Код не загрузился" />
      )}
    </main>
  )
}
