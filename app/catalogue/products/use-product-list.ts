import { useFetcher, useLocation, useNavigation } from '@remix-run/react'
import { useEffect, useRef, useState, type MouseEvent } from 'react'

import type { ProductsListView } from './product-list-view.server'
import type { ProductSummary } from './product-summary.server'

import { useAutoSubmit } from '~/ui/auto-submit'

interface Shown {
  products: ProductSummary[]
  page: number
  moreHref: string | null
}

// Loaded products by history entry, so that going back restores the list.
const lists = new Map<string, Shown>()
const MAX_STORED = 20

function keep(key: string, shown: Shown): void {
  lists.delete(key)
  lists.set(key, shown)
  const [oldest] = lists.keys()
  if (lists.size > MAX_STORED && oldest !== undefined) lists.delete(oldest)
}

const getFirstPage = ({ products, page, moreHref }: ProductsListView): Shown => ({
  products: products ?? [],
  page,
  moreHref,
})

/**
 * The stored list of a history entry, unless its first products have changed (another store, other
 * prices).
 */
function getStored(key: string, { products }: ProductsListView): Shown | undefined {
  const stored = lists.get(key)
  if (!stored) return undefined
  const begins = JSON.stringify(stored.products.slice(0, products?.length))
  return begins === JSON.stringify(products) ? stored : undefined
}

/**
 * The client layer of a list of products: 'show more' adds to it, filters apply at once. If loading
 * fails, the browser follows the link to the next page.
 */
export function useProductsList(list: ProductsListView) {
  const { key, search } = useLocation()
  const navigation = useNavigation()
  const more = useFetcher<{ list: ProductsListView } | null>()
  const [added, setAdded] = useState<{
    to: ProductsListView
    shown: Shown
    first: ProductSummary | undefined
  } | null>(null)
  const asked = useRef<string | null>(null)
  // Revalidated data replace the stored data.
  const [seen, setSeen] = useState({ key, list })
  if (seen.key !== key || seen.list !== list) {
    if (seen.key === key) lists.delete(key)
    setSeen({ key, list })
  }
  const shown = (added?.to === list ? added.shown : getStored(key, list)) ?? getFirstPage(list)

  // Products of an earlier list must not be added to this one.
  useEffect(() => () => void (asked.current = null), [list])
  useEffect(() => {
    const next = more.data?.list
    if (more.state !== 'idle' || !asked.current) return
    const to = asked.current
    asked.current = null
    // Without a network the list stays and shows a message.
    if (more.data === null) return
    if (!next?.products) {
      window.location.assign(to)
      return
    }
    const stored = new Set(shown.products.map(({ id }) => id))
    const fresh = next.products.filter(({ id }) => !stored.has(id))
    const all = {
      products: [...shown.products, ...fresh],
      page: next.page,
      moreHref: next.moreHref,
    }
    keep(key, all)
    setAdded({ to: list, shown: all, first: fresh[0] })
  }, [more.state, more.data, key, list, shown])

  // Only after rendering, because the new products must be in the document.
  useEffect(() => {
    if (added?.first) focusProduct(added.first.id)
  }, [added])

  function onMore(event: MouseEvent<HTMLAnchorElement>) {
    const isElsewhere = event.metaKey || event.ctrlKey || event.shiftKey
    if (isElsewhere || !shown.moreHref) return
    event.preventDefault()
    if (more.state !== 'idle') return
    asked.current = shown.moreHref
    more.load(shown.moreHref)
  }

  const isSameScreen = navigation.location?.pathname === list.path
  return {
    ...shown,
    isBusy: navigation.state === 'loading' && isSameScreen,
    isLoadingMore: more.state !== 'idle',
    onMore,
    autoSubmit: useAutoSubmit(search),
  }
}

/** Moves the focus to the first new product. */
function focusProduct(id: string): void {
  document.querySelector<HTMLElement>(`[data-product="${CSS.escape(id)}"]`)?.focus({
    preventScroll: true,
  })
}
