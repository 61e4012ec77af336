import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'

import { useProductsList } from '~/catalogue/products/use-product-list'
import { pageTitle } from '~/domain/page-title'
import { loadShopperProducts, getPage } from '~/catalogue/products/product-list.server'
import { notFound } from '~/platform/not-found.server'
import { BlockError } from '~/ui/block'
import { Chips } from '~/ui/chips'
import { ProductsList } from '~/catalogue/products/product-list'
import { PageHeader } from '~/ui/page-header'
import { StoreLine } from './store-line'

import { findPlace, requireCategoryId } from './categories.server'
import { NoProducts } from '~/catalogue/products/no-products'

export const meta: MetaFunction<typeof loader> = ({ matches, data: shown }) => [
  pageTitle(matches, shown?.place.title ?? 'Категория'),
]

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const id = requireCategoryId(request, params.category)
  const { chosen: store } = await context.chosenStore()
  const [place, list] = await Promise.all([
    findPlace(request, context, id, store),
    loadShopperProducts(request, context, { store, categories: [id] }),
  ])
  // A store's tree may lack a category of its products, so only both together prove that it does
  // not exist.
  const isEmpty = list.products?.length === 0 && list.total === 0 && !list.isFiltered
  if (place.title === null && place.near !== null && isEmpty) throw notFound(request)
  return { place, store, list, page: getPage(request) }
}

export default function CategoryScreen() {
  const { place, store, list, page } = useLoaderData<typeof loader>()
  const live = useProductsList(list)
  return (
    <div className="stack gap-4">
      <PageHeader
        title={place.title ?? 'Категория'}
        backHref={place.up.to}
        backLabel={place.up.label}
      />
      <StoreLine store={store} returnTo={page} />
      {place.near ? (
        <Chips label="Соседние категории" links={place.near} />
      ) : (
        <BlockError retryHref={page} title="Категории не загрузились" />
      )}
      <ProductsList
        list={list}
        live={list.products ? live : undefined}
        returnTo={page}
        empty={<NoProducts list={list} />}
      />
    </div>
  )
}
