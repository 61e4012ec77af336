import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'

import { useMorePages } from './more-pages'
import { formatNumber } from '~/lib/numbers'
import { pageTitle } from '~/domain/page-title'
import { readOffset } from '~/lib/paging'
import { clockNote } from '~/lib/dates'
import { userHash } from '~/session/user-hash.server'
import { classes } from '~/ui/classes'
import { EmptyState } from '~/ui/block'
import { ListFailed } from '~/ui/failed'
import { ButtonLink } from '~/ui/button'
import { Figures } from '~/ui/figures'
import { Link } from '~/ui/link'
import { PageHeader } from '~/ui/page-header'
import { currency } from '~/domain/currency'
import { tabName } from '~/domain/shown-brand'

import { joined } from './more-pages'
import { MonthSection } from './month-section'
import styles from './transactions.module.css'
import { loadMonths, type MonthsPage } from './transactions.server'

const HERE = '/profile/transactions'

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, 'Покупки и чеки')]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const offset = readOffset(new URL(request.url).searchParams)
  const page = await loadMonths(context.gateways, offset)
  return {
    page,
    here: getHref(offset),
    clock: page?.haveTillZones ? null : clockNote(context.device.timeZone),
    owner: await userHash(context),
  }
}

export default function TransactionsScreen() {
  const { page, here, clock, owner } = useLoaderData<typeof loader>()
  return (
    <div className={classes('stack', styles.screen)}>
      <PageHeader
        title="Покупки и&nbsp;чеки"
        backHref="/profile"
        backLabel={tabName('profile')}
        isSticky
      />
      {page === null && <ListFailed retryHref={here} title="Покупки не&nbsp;загрузились" />}
      {page && page.months.length === 0 && (
        <NothingHere isFirstPage={page.previousOffset === null} />
      )}
      {page && page.months.length > 0 && (
        <>
          <div className={styles.ways}>
            <ButtonLink to={`${HERE}/search`} variant="secondary" size="small" icon="search">
              Найти покупку
            </ButtonLink>
            <Link to="/profile/purchases">Траты и экономия</Link>
          </div>
          {clock && <p className="muted">{clock}</p>}
          <History first={page} owner={owner} />
        </>
      )}
    </div>
  )
}

function NothingHere({ isFirstPage }: { isFirstPage: boolean }) {
  return isFirstPage ? (
    <EmptyState
      illustration="basket"
      title="Покупок пока нет"
      text={`Покажите карту на кассе — чек появится здесь, а ${currency.plural} на счёте.`}
      action={<ButtonLink to="/qr">Открыть карту</ButtonLink>}
    />
  ) : (
    <EmptyState title="Дальше ничего нет" action={<ButtonLink to={HERE}>К началу</ButtonLink>} />
  )
}

function History({ first, owner }: { first: MonthsPage; owner: string }) {
  const { pages, isLoading, isFailed, ask } = useMorePages(first, owner)
  const months = joined(pages.flatMap((page) => page.months))
  const { nextOffset, totalCount } = pages.at(-1) ?? first
  const shown = months.reduce((count, { rows }) => count + rows.length, 0)
  return (
    <>
      {first.previousOffset !== null && (
        <div>
          <ButtonLink to={getHref(first.previousOffset)} variant="secondary">
            Показать более новые
          </ButtonLink>
        </div>
      )}
      {months.map((month) => (
        <MonthSection key={month.key} month={month} />
      ))}
      <p className={styles.count} role="status">
        {isFailed ? (
          'Не удалось загрузить. Попробуйте ещё раз'
        ) : (
          <Figures>{`Показано ${formatNumber(shown)} из ${formatNumber(totalCount)}`}</Figures>
        )}
      </p>
      {nextOffset !== null && (
        <ButtonLink
          to={getHref(nextOffset)}
          variant="secondary"
          fullWidth
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return
            event.preventDefault()
            ask(getHref(nextOffset))
          }}
        >
          {isLoading ? 'Загружаем…' : 'Показать ещё'}
        </ButtonLink>
      )}
    </>
  )
}

function getHref(offset: number): string {
  return offset > 0 ? `${HERE}?offset=${offset}` : HERE
}
