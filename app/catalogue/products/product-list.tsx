import type { ReactNode } from 'react'

import type { ProductsListView } from './product-list-view.server'

import { BlockError } from '~/ui/block'
import { classes } from '~/ui/classes'
import { AdultGate } from './adult-gate'
import { ProductGrid, ProductTile } from './product-tile'
import { ProductsFilters } from './product-filters'
import styles from './product-list.module.css'
import { Link } from '~/ui/link'
import { LiveRegion } from '~/ui/live-region'
import { Notice } from '~/ui/notice'
import { Pager } from '~/ui/pager'
import { Figures } from '~/ui/figures'
import type { useProductsList } from './use-product-list'

type ProductsListProps = {
  list: ProductsListView
  /** Shown when there are no products. */
  empty: ReactNode
  /** The address to return to after the age confirmation. */
  returnTo: string
  /** Set by the client layer: loads more products in place, filters on change. */
  live?: ReturnType<typeof useProductsList>
}

const EAGER_PICTURES = 4

/** Order, filters, products and paging, shared by search and categories. */
export function ProductsList({ list, empty, returnTo, live }: ProductsListProps) {
  const products = live?.products ?? list.products
  return (
    <section className="stack gap-3" aria-label="Товары">
      {(list.products === null || list.total > 1 || list.isFiltered) && (
        <ProductsFilters {...list} autoSubmit={live?.autoSubmit} />
      )}
      {!list.filters && <BlockError retryHref={list.retryHref} title="Фильтры не загрузились" />}
      <LiveRegion>
        {(list.isCut || list.hasUnoffered) && (
          <Notice
            tone="warning"
            title={list.isCut ? 'Выбрано слишком много фильтров' : 'Часть фильтров не применена'}
            text={
              list.isCut
                ? 'Часть из них не поместилась и не применена. Уберите лишние, чтобы добавить другие.'
                : 'Таких значений здесь сейчас нет.'
            }
          />
        )}
      </LiveRegion>
      <p className={styles.found} role="status">
        {list.products && list.total > 0 && <Figures>{list.foundText}</Figures>}
      </p>
      <div className={classes(live?.isBusy && styles.busy)} aria-busy={live?.isBusy || undefined}>
        {products === null && (
          <BlockError retryHref={list.retryHref} title="Не удалось загрузить товары" />
        )}
        {products && products.length > 0 && (
          <ProductGrid>
            {products.map((product, place) => (
              <ProductTile product={product} isEager={place < EAGER_PICTURES} key={product.id} />
            ))}
          </ProductGrid>
        )}
        {products?.length === 0 &&
          (list.total > 0 ? <PastTheEnd firstHref={list.firstHref} /> : empty)}
      </div>
      {products && products.length > 0 && (
        <Pager
          page={live?.page ?? list.page}
          pages={list.pages}
          moreHref={live ? live.moreHref : list.moreHref}
          previousHref={list.previousHref}
          moreLabel="Показать ещё"
          onMore={live?.onMore}
          isBusy={live?.isLoadingMore}
        />
      )}
      {list.hiddenAdultProducts > 0 && (
        <AdultGate hidden={list.hiddenAdultProducts} returnTo={returnTo} />
      )}
    </section>
  )
}

function PastTheEnd({ firstHref }: { firstHref: string }) {
  return (
    <p className={styles.end}>
      Здесь список уже закончился. <Link to={firstHref}>К началу списка</Link>
    </p>
  )
}
