import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'

import { pageTitle } from '~/domain/page-title'
import { requirePage } from '~/platform/not-found.server'
import { readPage } from '~/lib/paging'
import { ListForm } from '~/forms/list-form'
import { hasListForms } from '~/forms/list-form.server'
import { EmptyState } from '~/ui/block'
import { ListFailed } from '~/ui/failed'
import { PageHeader } from '~/ui/page-header'
import { Pager } from '~/ui/pager'
import { TicketList } from '~/ui/ticket'
import { currency, offersName } from '~/domain/currency'

import { OfferTile } from './offer-tile'
import { loadOffers } from './offers.server'

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, offersName())]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const page = readPage(new URL(request.url).searchParams)
  const found = await loadOffers(context, page)
  if (found) requirePage(request, found.pages)
  const mayActivateAll = hasListForms() && found?.hasSeveral === true
  return { page, found, mayActivateAll }
}

const address = (page: number) => (page > 1 ? `/actions/offers?page=${page}` : '/actions/offers')

export default function OffersScreen() {
  const { page, found, mayActivateAll } = useLoaderData<typeof loader>()
  return (
    <div className="stack">
      <PageHeader
        title={offersName()}
        backHref="/actions"
        backLabel="Акции"
        lead={`Выполните условие\u00a0— и\u00a0получите ${currency.plural}.`}
      />
      {mayActivateAll && (
        <ListForm
          action="/actions/offers/join-all"
          writes={['activate-all-offers', 'activate-offer']}
          label="Участвовать во всех"
          underWay="Принимаем участие…"
          returnTo={address(page)}
        />
      )}
      {found === null && (
        <ListFailed retryHref={address(page)} title="Задания не&nbsp;загрузились" />
      )}
      {found?.offers.length === 0 && (
        <EmptyState
          illustration="stars"
          title={page > 1 ? 'Здесь задания уже закончились' : 'Заданий пока нет'}
          text="Мы подбираем их по вашим покупкам — загляните позже."
        />
      )}
      {found && found.offers.length > 0 && (
        <TicketList>
          {found.offers.map((offer) => (
            <li key={offer.code}>
              <OfferTile offer={offer} headingLevel={2} />
            </li>
          ))}
        </TicketList>
      )}
      {found && (
        <Pager
          page={page}
          pages={found.pages}
          moreHref={page < found.pages ? address(page + 1) : null}
          previousHref={page > 1 ? address(page - 1) : null}
          moreLabel="Следующие задания"
        />
      )}
      {found?.isCut && (
        <p className="muted">Показаны не&nbsp;все задания: список слишком длинный.</p>
      )}
    </div>
  )
}
