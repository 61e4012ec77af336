import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'

import { StoreLine } from '~/catalogue/store-line'
import { receiptHref } from '~/domain/hrefs'
import { pageTitle } from '~/domain/page-title'
import { readPage } from '~/lib/paging'
import { notFound, requirePage } from '~/platform/not-found.server'
import { withHeavyPageSlot } from '~/limits/heavy-page-slots.server'
import { BlockError } from '~/ui/block'
import { ListRow, RowList } from '~/ui/list-row'
import { PageHeader } from '~/ui/page-header'
import { Pager } from '~/ui/pager'

import { loadAgain } from './again.server'

const TITLE = 'Купить ещё раз'

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, TITLE)]

/** A receipt's products with today's prices of the chosen store. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const id = params.id ?? ''
  const page = readPage(new URL(request.url).searchParams)
  const again = await withHeavyPageSlot(context, () => loadAgain(context, id, page))
  if (again === null) throw notFound(request)
  if (again) requirePage(request, again.pages)
  return { receiptHref: receiptHref(id), page, again }
}

export default function AgainScreen() {
  const { receiptHref, page, again } = useLoaderData<typeof loader>()
  const pageHref = (number: number) => `${receiptHref}/again${number > 1 ? `?page=${number}` : ''}`
  return (
    <div className="stack">
      <PageHeader title={TITLE} backHref={receiptHref} backLabel="К чеку" />
      {again && <StoreLine store={again.store} returnTo={pageHref(page)} />}
      {(!again || again.isPartial) && (
        <BlockError
          retryHref={pageHref(page)}
          title={again ? 'Не все товары удалось сверить' : 'Чек не загрузился'}
        />
      )}
      {again && <p className="muted">{again.lead}</p>}
      {again && again.rows.length > 0 && (
        <RowList>
          {again.rows.map((row) => (
            <ListRow key={row.title} {...row} />
          ))}
        </RowList>
      )}
      {again && (
        <Pager
          page={page}
          pages={again.pages}
          moreHref={page < again.pages ? pageHref(page + 1) : null}
          previousHref={page > 1 ? pageHref(page - 1) : null}
          moreLabel="Следующие товары"
        />
      )}
    </div>
  )
}
