import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData, useNavigation } from '@remix-run/react'

import { env } from '~/platform/env.server'
import { BUDGET_MS, loadBlocks } from '~/gateways/load-blocks.server'
import { listStores } from './store-list.server'
import { formatNumber } from '~/lib/numbers'
import { pageTitle } from '~/lib/page-title'
import { requirePage } from '~/platform/require-page.server'
import { plural } from '~/lib/plural'
import { safeReturnTo } from '~/lib/return-to'
import { listStoreTypes } from './store-types.server'
import { classes } from '~/ui/classes'
import { EmptyState } from '~/ui/block'
import { ListFailed } from '~/ui/failed'
import { ButtonLink } from '~/ui/button'
import { Notice } from '~/ui/notice'
import { PageHeader } from '~/ui/page-header'
import { Pager } from '~/ui/pager'
import { tabName } from '~/lib/shown-brand'
import { Figures } from '~/ui/figures'

import { NearMe } from './near-me-button'
import { StoreFilters } from './store-filters'
import { StoreList } from './store-list'
import { StoreMap } from './store-map'
import styles from './stores.module.css'
import { parseStoreSearch, storesPath } from './stores.server'

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, 'Магазины')]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  const search = parseStoreSearch(searchParams)
  const returnTo = safeReturnTo(searchParams.get('returnTo'), '') || null
  const [store, { found }] = await Promise.all([
    context.chosenStore(),
    loadBlocks(
      { found: listStores(context.gateways.stores, search) },
      { found: BUDGET_MS.critical },
    ),
  ])
  const { MAP_TILES_URL, MAP_ATTRIBUTION } = env()
  if (found) requirePage(request, found.pages)
  const { total, pages, stores, isCut } = found ?? {
    total: 0,
    pages: 0,
    stores: null,
    isCut: false,
  }
  const { page } = search
  const to = (number: number) => storesPath({ ...search, page: number }, returnTo)
  return {
    search,
    returnTo,
    // The replacement of a failed store is not the shopper's own.
    chosen: {
      code: context.cookies.read('v1_store') ?? store.code,
      address: store.address,
      isReplaced: store.isReplaced,
    },
    stores,
    isCut,
    types: listStoreTypes(),
    foundText:
      total === null
        ? ''
        : `${plural(total, 'Найден', 'Найдено', 'Найдено')} ${formatNumber(total)} ${plural(total, 'магазин', 'магазина', 'магазинов')}`,
    pager: {
      page,
      pages: total === null ? 0 : pages,
      moreHref: page < pages ? to(page + 1) : null,
      previousHref: page > 1 ? to(Math.min(page - 1, Math.max(pages, 1))) : null,
    },
    address: to(page),
    firstHref: storesPath({ term: '', type: null, openNow: false, near: null, page: 1 }, returnTo),
    pointsFrom: storesPath({ ...search, near: null, page: 1 }, null).replace(
      '/stores',
      '/stores/points',
    ),
    map: MAP_TILES_URL ? { tilesUrl: MAP_TILES_URL, attribution: MAP_ATTRIBUTION } : null,
  }
}

export default function StoresScreen() {
  const loaded = useLoaderData<typeof loader>()
  const navigation = useNavigation()
  const { search, returnTo, chosen, stores, isCut, foundText, pager, address, map } = loaded
  const isBusy = navigation.state === 'loading' && navigation.location.pathname === '/stores'
  return (
    <div className={classes('stack gap-4', styles.screen)}>
      <PageHeader
        title="Магазины"
        lead="Цены и&nbsp;наличие товаров зависят от&nbsp;магазина&nbsp;— выберите свой."
        backHref={returnTo ?? '/today'}
        backLabel={returnTo ? 'Вернуться' : tabName('today')}
      />
      {chosen.address && (
        <Notice
          icon="store"
          title={chosen.isReplaced ? 'Ваш магазин пока недоступен' : 'Ваш магазин'}
          text={chosen.isReplaced ? `Показываем цены другого: ${chosen.address}` : chosen.address}
        />
      )}
      <StoreFilters search={search} types={loaded.types} returnTo={returnTo} />
      <div className={styles.tools}>
        <NearMe isNear={search.near !== null} search={search} returnTo={returnTo} />
        {map && <StoreMap map={map} points={{ from: loaded.pointsFrom }} />}
      </div>
      <p className={styles.found} role="status">
        {stores && stores.length > 0 && <Figures>{foundText}</Figures>}
      </p>
      {stores === null && <ListFailed retryHref={address} title="Магазины не&nbsp;загрузились" />}
      {stores?.length === 0 && (
        <EmptyState
          illustration="not-found"
          title={pager.page > 1 ? 'Здесь магазины уже закончились' : 'Магазинов не нашлось'}
          text="Проверьте адрес или уберите часть условий."
          action={
            <ButtonLink to={loaded.firstHref} variant="secondary">
              Показать все
            </ButtonLink>
          }
        />
      )}
      {stores && stores.length > 0 && (
        <StoreList stores={stores} chosen={chosen.code} returnTo={returnTo} isBusy={isBusy} />
      )}
      <Pager {...pager} moreLabel="Следующие магазины" />
      {isCut && (
        <p className="muted">
          Просмотрены не&nbsp;все магазины: список слишком длинный. Уточните поиск.
        </p>
      )}
    </div>
  )
}
