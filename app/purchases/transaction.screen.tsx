import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'

import { useHydrated } from 'remix-utils/use-hydrated'
import { rateHref, receiptHref } from '~/domain/hrefs'
import { pageTitle } from '~/domain/page-title'
import { wayBack } from '~/domain/way-back.server'
import { notFound } from '~/platform/not-found.server'
import { Block, BlockError } from '~/ui/block'
import { ButtonLink } from '~/ui/button'
import { PrintButton } from '~/ui/print-button'
import { classes } from '~/ui/classes'
import { Figures } from '~/ui/figures'
import { PageHeader } from '~/ui/page-header'
import { Tag } from '~/ui/tag'

import { Receipt } from './receipt'
import styles from './transaction.module.css'
import { loadTransaction, type TransactionView } from './transaction.server'

const HISTORY = { to: '/profile/transactions', label: 'Покупки и чеки' }
const FOUND = { to: '/profile/transactions/search', label: 'Найти покупку' }

export const meta: MetaFunction<typeof loader> = ({ matches, data: loaded }) => [
  pageTitle(matches, loaded?.view?.what ?? 'Операция'),
]

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const view = await loadTransaction(context, params.id ?? '')
  if (view === null) throw notFound(request)
  return {
    view: view ?? null,
    back: wayBack(request, HISTORY, FOUND),
  }
}

export default function TransactionScreen() {
  const { view, back } = useLoaderData<typeof loader>()
  return (
    <div className={classes('stack', styles.screen)}>
      <PageHeader
        title={
          <span className={classes('clamped', styles.title)}>{view?.title ?? 'Операция'}</span>
        }
        backHref={back.to}
        backLabel={back.label}
      />
      {view === null ? (
        <BlockError retryHref={back.here} title="Чек не загрузился" />
      ) : (
        <>
          <Summary view={view} />
          {view.receipt && <Receipt {...view} receipt={view.receipt} />}
          {view.isPurchase && !view.receipt && (
            <p className="muted">Подробностей этой покупки у нас не сохранилось.</p>
          )}
          <Actions view={view} />
        </>
      )}
    </div>
  )
}

function Summary({ view }: { view: TransactionView }) {
  return (
    <div className={classes('stack gap-3', styles.summary)}>
      <p className="muted">{view.when}</p>
      {view.what !== view.title && <Tag>{view.what}</Tag>}
      {view.money && (
        <p className={styles.money}>
          <Figures>{view.money}</Figures>
        </p>
      )}
      {view.points.length > 0 && (
        <p className={styles.points}>
          {view.points.map((text) => (
            <Tag key={text} tone={text.startsWith('+') ? 'success' : 'warning'}>
              <Figures>{text}</Figures>
            </Tag>
          ))}
        </p>
      )}
      {view.place && <p>{view.place}</p>}
    </div>
  )
}

function Actions({ view }: { view: TransactionView }) {
  const isHydrated = useHydrated()
  return (
    <>
      {view.canBuyAgain && (
        <div className="no-print">
          <ButtonLink to={`${receiptHref(view.id)}/again`} icon="basket">
            Купить ещё раз
          </ButtonLink>
        </div>
      )}
      {view.canRate && (
        <div className="no-print">
          <Block title="Как прошла покупка?" id="rate">
            <ButtonLink to={rateHref(view.id)} icon="star">
              Оценить
            </ButtonLink>
          </Block>
        </div>
      )}
      {isHydrated && view.receipt && (
        <div className="no-print">
          <PrintButton variant="secondary" icon="receipt" />
        </div>
      )}
    </>
  )
}
