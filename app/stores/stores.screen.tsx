import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData, useNavigation, Form, useLocation } from '@remix-run/react'

import { env } from '~/platform/env.server'
import { BUDGET_MS, loadBlocks } from '~/gateways/load-blocks.server'
import { formatNumber, plural } from '~/lib/numbers'
import { pageTitle } from '~/domain/page-title'
import { requirePage } from '~/platform/not-found.server'
import { safeReturnTo } from '~/domain/return-to'
import { classes } from '~/ui/classes'
import { EmptyState } from '~/ui/block'
import { ListFailed } from '~/ui/failed'
import { ButtonLink, Button } from '~/ui/button'
import { PageHeader } from '~/ui/page-header'
import { Pager } from '~/ui/pager'
import { tabName } from '~/domain/shown-brand'
import { Figures } from '~/ui/figures'
import { useAutoSubmit } from '~/ui/auto-submit'
import { Checkbox } from '~/ui/checkbox'
import { Select } from '~/ui/select'
import { TextField } from '~/ui/text-field'

import { listStores, type StoreSearch } from './store-list.server'
import { getMap, listStoreTypes } from './store-types.server'
import { Places } from './places'
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

type StoreFiltersProps = {
  search: StoreSearch
  types: { type: string; label: string }[]
  returnTo: string | null
}

/** A GET form with address, type and «open now»; submits itself with a script. */
function StoreFilters({ search, types, returnTo }: StoreFiltersProps) {
  const auto = useAutoSubmit(useLocation().search, 'q')
  const { term, type, openNow, near } = search
  return (
    <Form className={styles.filters} method="get" action="/stores" role="search" {...auto}>
      {returnTo && <input type="hidden" name="returnTo" value={returnTo} />}
      <div className={styles.term}>
        <TextField
          name="q"
          label="Город, улица или название"
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          maxLength={100}
          defaultValue={term}
        />
        <Button icon="search" className={styles.find} aria-label="Найти">
          Найти
        </Button>
      </div>
      <div className={styles.conditions}>
        <div className={styles.kind}>
          <Select
            name="type"
            aria-label="Вид магазина"
            value={type ?? ''}
            options={[
              { value: '', label: 'Любой вид' },
              ...types.map(({ type: value, label }) => ({ value, label })),
            ]}
          />
        </div>
        <Checkbox name="open" value="1" label="Открыто сейчас" defaultChecked={openNow} />
      </div>
      {near && (
        <>
          <input type="hidden" name="lat" value={near.latitude} />
          <input type="hidden" name="lon" value={near.longitude} />
        </>
      )}
    </Form>
  )
}
