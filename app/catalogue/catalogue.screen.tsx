import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'

import { useGoodsList } from '~/catalogue/goods/use-goods-list'
import { categoryLink } from './categories.server'
import { loadBlocks } from '~/gateways/load-blocks.server'
import { pageTitle } from '~/lib/page-title'
import { listShopCategories, loadShopperGoods, pageOf } from '~/catalogue/goods/goods-list.server'
import { BlockError } from '~/ui/block'
import { Chips } from '~/ui/chips'
import { GoodsList } from '~/catalogue/goods/goods-list'
import { PageHeader } from '~/ui/page-header'
import { SearchForm } from './search-form'
import { StoreLine } from './store-line'

import { NoGoods } from '~/catalogue/goods/no-goods'
import { tabName } from '~/lib/shown-brand'

const allCategories = { to: '/categories', label: 'Все категории' }

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, 'Каталог')]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const store = await context.chosenStore()
  const [{ categories }, list] = await Promise.all([
    loadBlocks({ categories: listShopCategories(context, store) }),
    loadShopperGoods(request, context, { store }),
  ])
  return {
    store,
    list,
    page: pageOf(request),
    departments: categories?.map(categoryLink) ?? null,
  }
}

export default function CatalogueScreen() {
  const { store, list, page, departments } = useLoaderData<typeof loader>()
  const live = useGoodsList(list)
  return (
    <div className="stack gap-4">
      <PageHeader title="Каталог" backTo="/today" backLabel={tabName('today')} />
      <SearchForm action="/search" label="Что найти" placeholder="Молоко, хлеб, сыр" />
      <StoreLine store={store} returnTo={page} />
      {departments === null ? (
        <BlockError retryHref={page} title="Категории не загрузились" />
      ) : (
        <Chips label="Категории" links={[allCategories, ...departments]} />
      )}
      <GoodsList
        list={list}
        live={list.goods ? live : undefined}
        returnTo={page}
        empty={<NoGoods list={list} />}
      />
    </div>
  )
}
