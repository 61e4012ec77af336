import type { MouseEvent, ReactNode } from 'react'

import type { GoodsListView, GoodView } from './good-view'

import { BlockError } from '~/ui/block'
import { classes } from '~/ui/classes'
import { AdultGate } from './adult-gate'
import { GoodGrid, GoodTile } from './good-tile'
import { GoodsFilters } from './goods-filters'
import styles from './goods-list.module.css'
import { Link } from '~/ui/link'
import { LiveRegion } from '~/ui/live-region'
import { Notice } from '~/ui/notice'
import { Pager } from '~/ui/pager'
import { Figures } from '~/ui/figures'

type GoodsListProps = {
  list: GoodsListView
  /** Shown when there are no products. */
  empty: ReactNode
  /** The address to return to after the age confirmation. */
  returnTo: string
  /** Set by the client layer: loads more products in place, filters on change. */
  live?: {
    goods: GoodView[]
    page: number
    moreTo: string | null
    isBusy: boolean
    isLoadingMore: boolean
    onMore(event: MouseEvent<HTMLAnchorElement>): void
    autoSubmit: NonNullable<Parameters<typeof GoodsFilters>[0]['autoSubmit']>
  }
}

const EAGER_PICTURES = 4

/** Order, filters, products and paging, shared by search and categories. */
export function GoodsList({ list, empty, returnTo, live }: GoodsListProps) {
  const goods = live?.goods ?? list.goods
  return (
    <section className="stack gap-3" aria-label="Товары">
      {(list.goods === null || list.total > 1 || list.isFiltered) && (
        <GoodsFilters {...list} autoSubmit={live?.autoSubmit} />
      )}
      {!list.filters && <BlockError retryHref={list.retryTo} title="Фильтры не загрузились" />}
      <LiveRegion>
        {list.isCut && (
          <Notice
            tone="warning"
            title="Выбрано слишком много фильтров"
            text="Часть из них не поместилась и не применена. Уберите лишние, чтобы добавить другие."
          />
        )}
      </LiveRegion>
      <p className={styles.found} role="status">
        {list.goods && list.total > 0 && <Figures>{list.foundText}</Figures>}
      </p>
      <div className={classes(live?.isBusy && styles.busy)} aria-busy={live?.isBusy || undefined}>
        {goods === null && (
          <BlockError retryHref={list.retryTo} title="Не удалось загрузить товары" />
        )}
        {goods && goods.length > 0 && (
          <GoodGrid>
            {goods.map((good, place) => (
              <GoodTile good={good} isEager={place < EAGER_PICTURES} key={good.id} />
            ))}
          </GoodGrid>
        )}
        {goods?.length === 0 && (list.total > 0 ? <PastTheEnd firstTo={list.firstTo} /> : empty)}
      </div>
      {goods && goods.length > 0 && (
        <Pager
          page={live?.page ?? list.page}
          pages={list.pages}
          moreTo={live ? live.moreTo : list.moreTo}
          previousTo={list.previousTo}
          moreLabel="Показать ещё"
          onMore={live?.onMore}
          isBusy={live?.isLoadingMore}
        />
      )}
      {list.hiddenAdultGoods > 0 && (
        <AdultGate hidden={list.hiddenAdultGoods} returnTo={returnTo} />
      )}
    </section>
  )
}

function PastTheEnd({ firstTo }: { firstTo: string }) {
  return (
    <p className={styles.end}>
      Здесь список уже закончился. <Link to={firstTo}>К началу списка</Link>
    </p>
  )
}
