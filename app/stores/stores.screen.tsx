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
import { getMap, listStoreTypes } from './store-types.server'
import { classes } from '~/ui/classes'
import { EmptyState } from '~/ui/block'
import { ListFailed } from '~/ui/failed'
import { ButtonLink } from '~/ui/button'
import { PageHeader } from '~/ui/page-header'
import { Pager } from '~/ui/pager'
import { tabName } from '~/lib/shown-brand'
import { Figures } from '~/ui/figures'

import { Places } from './places'
import { StoreFilters } from './store-filters'
import { StoreList } from './store-list'
import { StoreMap } from './store-map'
import styles from './stores.module.css'
import { getShopperCity, parseStoreSearch, storesPath } from './stores.server'

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, 'Магазины')]

/** The beginning of a search that is neither near a place nor of a text. */
const anywhere = { term: '', near: null, page: 1 }

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  const parsed = parseStoreSearch(searchParams)
  const city = await getShopperCity(context)
  const isBeginning = !parsed.near && !searchParams.has('q')
  const search = isBeginning ? { ...parsed, term: city } : parsed
  const returnTo = safeReturnTo(searchParams.get('returnTo'), '') || null
  const [{ chosen: store }, { found }] = await Promise.all([
    context.chosenStore(),
    loadBlocks(
      { found: listStores(context.gateways.stores, search) },
      { found: BUDGET_MS.critical },
    ),
  ])
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
    firstHref: storesPath({ ...anywhere, type: null, openNow: false }, returnTo),
    places: [
      ...(search.near ? [{ to: to(1), label: 'Рядом со мной', isCurrent: true }] : []),
      ...[...new Set([city, ...env().brand.data.cities])].map((term) => ({
        to: storesPath({ ...search, ...anywhere, term }, returnTo),
        label: term,
        isCurrent: search.term === term,
      })),
    ],
    pointsFrom: storesPath({ ...search, page: 1 }, null).replace('/stores', '/stores/points'),
    map: getMap(),
  }
}

export default function StoresScreen() {
  const loaded = useLoaderData<typeof loader>()
  const navigation = useNavigation()
  const { search, returnTo, chosen, stores, isCut, foundText, pager, address, map } = loaded
  const isBusy = navigation.state === 'loading' && navigation.location.pathname === '/stores'
  return (
    <div className="stack gap-4">
      <PageHeader
        title="Магазины"
        lead={
          !chosen.address
            ? 'Цены и\u00a0наличие товаров зависят от\u00a0магазина\u00a0— выберите свой.'
            : chosen.isReplaced
              ? `Ваш магазин пока недоступен. Показываем цены другого: ${chosen.address}`
              : `Ваш магазин: ${chosen.address}`
        }
        backHref={returnTo ?? '/today'}
        backLabel={returnTo ? 'Вернуться' : tabName('today')}
      />
      <Places search={search} links={loaded.places} returnTo={returnTo} />
      <StoreFilters search={search} types={loaded.types} returnTo={returnTo} />
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
        <div className={classes(styles.lists, map && styles.withMap)}>
          {map && (
            <div>
              <StoreMap map={map} points={{ from: loaded.pointsFrom }} isBeside />
            </div>
          )}
          <StoreList stores={stores} chosen={chosen.code} returnTo={returnTo} isBusy={isBusy} />
        </div>
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
