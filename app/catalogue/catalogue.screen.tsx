import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'

import { useProductsList } from '~/catalogue/products/use-product-list'
import { categoryLink } from './categories.server'
import { loadBlocks } from '~/gateways/load-blocks.server'
import { pageTitle } from '~/domain/page-title'
import {
  listShopCategories,
  loadShopperProducts,
  getPage,
} from '~/catalogue/products/product-list.server'
import { BlockError } from '~/ui/block'
import { Chips } from '~/ui/chips'
import { ProductsList } from '~/catalogue/products/product-list'
import { PageHeader } from '~/ui/page-header'
import { SearchForm } from './search-form'
import { StoreLine } from './store-line'

import { NoProducts } from '~/catalogue/products/no-products'
import { tabName } from '~/domain/shown-brand'

const allCategories = { to: '/categories', label: 'Все категории' }

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, 'Каталог')]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { chosen: store } = await context.chosenStore()
  const [{ categories }, list] = await Promise.all([
    loadBlocks({ categories: listShopCategories(context, store) }),
    loadShopperProducts(request, context, { store }),
  ])
  return {
    store,
    list,
    page: getPage(request),
    departments: categories?.map(categoryLink) ?? null,
  }
}

export default function CatalogueScreen() {
  const { store, list, page, departments } = useLoaderData<typeof loader>()
  const live = useProductsList(list)
  return (
    <div className="stack gap-4">
      <PageHeader title="Каталог" backHref="/today" backLabel={tabName('today')} />
      <SearchForm action="/search" label="Что найти" placeholder="Молоко, хлеб, сыр" />
      <StoreLine store={store} returnTo={page} />
      {departments === null ? (
        <BlockError retryHref={page} title="Категории не загрузились" />
      ) : (
        <Chips label="Категории" links={[allCategories, ...departments]} />
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
