import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'

import { StoreLine } from '~/catalogue/store-line'
import { idInAddress } from '~/lib/ids'
import { pageTitle } from '~/lib/page-title'
import { requirePage } from '~/platform/require-page.server'
import { readPage } from '~/lib/paging'
import { notFound } from '~/platform/not-found.server'
import { withHeavyPageSlot } from '~/session/heavy-page-slots.server'
import { BlockError, EmptyState } from '~/ui/block'
import { ButtonLink } from '~/ui/button'
import { PageHeader } from '~/ui/page-header'
import { Pager } from '~/ui/pager'

import styles from './again.module.css'
import { AgainRow } from './again-row'
import { loadAgain, rangeText } from './again.server'

const TITLE = 'Купить ещё раз'

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, TITLE)]

/** A receipt's products with today's prices of the chosen store and their changes. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const id = params.id ?? ''
  const page = readPage(new URL(request.url).searchParams)
  const found = await withHeavyPageSlot(context, () => loadAgain(context, id, page))
  if (found === null) throw notFound(request)
  if (found) requirePage(request, found.pages)
  const receiptTo = `/profile/transactions/${idInAddress(id)}`
  const here = `${receiptTo}/again`
  const pageTo = (number: number) => (number > 1 ? `${here}?page=${number}` : here)
  return {
    receiptTo,
    here: pageTo(page),
    page,
    again: found && {
      ...found,
      range: rangeText(page, found.rows.length, found.count),
      moreTo: page < found.pages ? pageTo(page + 1) : null,
      previousTo: page > 1 ? pageTo(Math.min(page - 1, found.pages)) : null,
    },
  }
}

type Found = ReturnType<typeof useLoaderData<typeof loader>>

export default function AgainScreen() {
  const found = useLoaderData<typeof loader>()
  return (
    <div className={styles.screen}>
      <PageHeader title={TITLE} backTo={found.receiptTo} backLabel="К чеку" />
      {found.again ? (
        <Goods {...found} again={found.again} />
      ) : (
        <BlockError retryHref={found.here} title="Чек не загрузился" />
      )}
    </div>
  )
}

function Goods({ again, receiptTo, here, page }: Found & { again: NonNullable<Found['again']> }) {
  if (again.rows.length === 0)
    return (
      <EmptyState
        illustration="basket"
        title={page > 1 ? 'Дальше товаров нет' : 'В чеке нет товаров'}
        text={page > 1 ? undefined : 'По этой операции не сохранилось, что было куплено.'}
        action={
          <ButtonLink to={page > 1 ? `${receiptTo}/again` : '/catalog'}>
            {page > 1 ? 'К началу' : 'В каталог'}
          </ButtonLink>
        }
      />
    )
  const isUnasked = again.rows.some(({ found }) => found === 'unknown')
  return (
    <>
      <StoreLine store={again.store} returnTo={here} />
      {isUnasked && <BlockError retryHref={here} title="Не все товары удалось сверить" />}
      <p className="muted">
        {`Чек за ${again.when}${again.pages > 1 ? ` · товары ${again.range}` : ''}. Сравниваем с ценой до скидок по чеку.`}
      </p>
      <ul className={styles.rows}>
        {again.rows.map((row) => (
          <AgainRow key={row.name} row={row} />
        ))}
      </ul>
      <Pager
        page={page}
        pages={again.pages}
        moreTo={again.moreTo}
        previousTo={again.previousTo}
        moreLabel="Следующие товары"
      />
    </>
  )
}
