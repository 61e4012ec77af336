import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'

import { drawnCode128, drawnQr } from '~/domain/drawn-codes.server'
import { groupInFours } from '~/domain/mask'
import { pageTitle } from '~/domain/page-title'
import { SiteNotice } from '~/operator/site-notice'
import { env } from '~/platform/env.server'
import { classes } from '~/ui/classes'
import { BlockError } from '~/ui/block'
import { Link } from '~/ui/link'
import { PrintButton } from '~/ui/print-button'

import { DrawnBars, DrawnQr } from './drawn-code'
import { loadNumber } from './elsewhere.server'
import styles from './print.module.css'

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, 'Карта для печати')]

export async function loader({ context }: LoaderFunctionArgs) {
  const { state, number } = await loadNumber(context)
  return {
    state,
    card: number && {
      number: groupInFours(number),
      barcode: drawnCode128(number),
      qr: drawnQr(number),
      brand: env().BRAND_NAME,
    },
  }
}

/** The card in the size of a bank card on paper, to cut out and fold. */
export default function PrintScreen() {
  const { state, card } = useLoaderData<typeof loader>()
  return (
    <>
      <SiteNotice returnTo="/qr/print" />
      <main className={classes('stack', styles.sheet)}>
        <div className={`no-print ${styles.text}`}>
          <p>
            <Link className={styles.back} to="/qr/elsewhere">
              Карта на&nbsp;бумаге и&nbsp;в&nbsp;кошельке
            </Link>
          </p>
          <h1 id="page-title" tabIndex={-1}>
            Карта для печати
          </h1>
          {state === 'unknown' && (
            <BlockError retryHref="/qr/print" title="Номер карты не загрузился" />
          )}
          {state === 'none' && (
            <p>
              Карты пока нет. <Link to="/qr">Откройте её</Link> — она появится сама.
            </p>
          )}
          {card && <HowTo />}
        </div>
        {card && (
          <div className={styles.card}>
            <div className={styles.face}>
              <p className={styles.brand}>{card.brand}</p>
              <div className={styles.qr}>
                <DrawnQr svg={card.qr} label="QR-код номера карты" />
              </div>
            </div>
            <div className={styles.face}>
              <div className={styles.bars}>
                <DrawnBars svg={card.barcode} label="Штрихкод карты" />
              </div>
              <p className={styles.number}>{card.number}</p>
              <p className={styles.note}>Номер постоянный. Баланс — на сайте магазина</p>
            </div>
          </div>
        )}
      </main>
    </>
  )
}

function HowTo() {
  return (
    <>
      <p>
        Напечатайте на листе A4 в масштабе 100&nbsp;%, вырежьте по сплошной линии и сложите по
        пунктирной: получится карта 85,6&nbsp;×&nbsp;54&nbsp;мм.
      </p>
      <div>
        <PrintButton />
      </div>
    </>
  )
}
