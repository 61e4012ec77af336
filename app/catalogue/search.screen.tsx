import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'

import { useProductsList } from '~/catalogue/products/use-product-list'
import { loadBlocks } from '~/gateways/load-blocks.server'
import { readTerm } from '~/domain/product-query.server'
import { pageTitle } from '~/domain/page-title'
import {
  listShopCategories,
  loadShopperProducts,
  getPage,
} from '~/catalogue/products/product-list.server'
import { BlockError } from '~/ui/block'
import { ButtonLink } from '~/ui/button'
import { Chips } from '~/ui/chips'
import { ProductsList } from '~/catalogue/products/product-list'
import { NoProducts } from '~/catalogue/products/no-products'
import { Link } from '~/ui/link'
import { PageHeader } from '~/ui/page-header'
import { Live } from '~/ui/live'
import { SearchForm } from './search-form'
import { StoreLine } from './store-line'

import styles from './search.module.css'
import { suggestionsFor } from './categories.server'

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => [
  pageTitle(matches, data?.term ? `${data.term} — поиск` : 'Поиск'),
]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const term = readTerm(new URL(request.url).searchParams)
  const { chosen: store } = await context.chosenStore()
  const [{ categories }, list] = await Promise.all([
    loadBlocks({ categories: listShopCategories(context, store) }),
    term ? loadShopperProducts(request, context, { store }) : null,
  ])
  return {
    term,
    store,
    list,
    page: getPage(request),
    suggestions: categories
      ? suggestionsFor(categories, list?.correctedTerm ?? term, list?.total === 0)
      : null,
  }
}

type Found = ReturnType<typeof useLoaderData<typeof loader>>

export default function SearchScreen() {
  const found = useLoaderData<typeof loader>()
  const { term, store, page, suggestions, list } = found
  return (
    <div className="stack gap-4">
      <PageHeader title="Поиск" backHref="/catalog" backLabel="Каталог" />
      <SearchForm action="/search" label="Что найти" placeholder="Молоко, хлеб, сыр" term={term} />
      <StoreLine store={store} returnTo={page} />
      {suggestions === null && <BlockError retryHref={page} title="Категории не загрузились" />}
      {suggestions && suggestions.links.length > 0 && (
        <div>
          <h2 className={styles.subtitle}>{suggestions.title}</h2>
          <Chips label="Категории" links={suggestions.links} />
        </div>
      )}
      {list && <FoundProducts {...found} list={list} />}
      {(!list || list.total === 0) && (
        <div>
          <ButtonLink to="/actions" variant="secondary" size="small" icon="gift">
            Акции и личные цены
          </ButtonLink>
        </div>
      )}
    </div>
  )
}

function FoundProducts({ term, list, page }: Found & { list: NonNullable<Found['list']> }) {
  const live = useProductsList(list)
  const { correctedTerm } = list
  return (
    <>
      {correctedTerm && list.total > 0 && (
        <p className={styles.corrected}>
          <Live>{`По запросу «${term}» ничего нет. Вот что нашлось по запросу `}</Live>
          <Link to={`/search?q=${encodeURIComponent(correctedTerm)}`}>{`«${correctedTerm}»`}</Link>
        </p>
      )}
      <ProductsList
        list={list}
        live={list.products ? live : undefined}
        returnTo={page}
        empty={
          <NoProducts
            list={list}
            illustration="not-found"
            title="Ничего не нашлось"
            text="Проверьте, нет ли опечатки, или загляните в категории."
          />
        }
      />
    </>
  )
}
