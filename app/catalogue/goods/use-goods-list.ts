import { useFetcher, useLocation, useNavigation } from '@remix-run/react'
import { useEffect, useRef, useState, type MouseEvent } from 'react'

import type { GoodsListView, GoodView } from './good-view'

import { useAutoSubmit } from '~/ui/auto-submit'

interface Shown {
  goods: GoodView[]
  page: number
  moreTo: string | null
}

// What was shown of a list, by the place in the history: going back finds it as it was left.
const lists = new Map<string, Shown>()
const MOST_STORED = 20

function keep(key: string, shown: Shown): void {
  lists.delete(key)
  lists.set(key, shown)
  const [oldest] = lists.keys()
  if (lists.size > MOST_STORED && oldest !== undefined) lists.delete(oldest)
}

const firstOf = ({ goods, page, moreTo }: GoodsListView): Shown => ({
  goods: goods ?? [],
  page,
  moreTo,
})

/** What was stored of a place, unless its list begins otherwise by now: in another store, with other prices. */
function storedOf(key: string, { goods }: GoodsListView): Shown | undefined {
  const stored = lists.get(key)
  if (!stored) return undefined
  const begins = JSON.stringify(stored.goods.slice(0, goods?.length))
  return begins === JSON.stringify(goods) ? stored : undefined
}

/**
 * Brings a list of goods to life: 'show more' adds to it, filters apply as they are chosen. When
 * more cannot be loaded the browser goes to the next page by the link itself.
 */
export function useGoodsList(list: GoodsListView) {
  const { key, search } = useLocation()
  const navigation = useNavigation()
  const more = useFetcher<{ list: GoodsListView } | null>()
  const [added, setAdded] = useState<{
    to: GoodsListView
    shown: Shown
    /** Where the new goods begin. */
    first: GoodView | undefined
  } | null>(null)
  const asked = useRef<string | null>(null)
  // The data of a refreshed screen replace the stored data.
  const [seen, setSeen] = useState({ key, list })
  if (seen.key !== key || seen.list !== list) {
    if (seen.key === key) lists.delete(key)
    setSeen({ key, list })
  }
  const shown = (added?.to === list ? added.shown : storedOf(key, list)) ?? firstOf(list)

  // Of a list that was left nothing is added to the next one.
  useEffect(() => () => void (asked.current = null), [list])
  useEffect(() => {
    const next = more.data?.list
    if (more.state !== 'idle' || !asked.current) return
    const to = asked.current
    asked.current = null
    // Without a network: the list stays, and says so.
    if (more.data === null) return
    if (!next?.goods) {
      window.location.assign(to)
      return
    }
    const stored = new Set(shown.goods.map(({ id }) => id))
    const fresh = next.goods.filter(({ id }) => !stored.has(id))
    const all = { goods: [...shown.goods, ...fresh], page: next.page, moreTo: next.moreTo }
    keep(key, all)
    setAdded({ to: list, shown: all, first: fresh[0] })
  }, [more.state, more.data, key, list, shown])

  // Once they are in the document.
  useEffect(() => {
    if (added?.first) focusGood(added.first.id)
  }, [added])

  function onMore(event: MouseEvent<HTMLAnchorElement>) {
    const isElsewhere = event.metaKey || event.ctrlKey || event.shiftKey
    if (isElsewhere || !shown.moreTo) return
    event.preventDefault()
    if (more.state !== 'idle') return
    asked.current = shown.moreTo
    more.load(shown.moreTo)
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

/** A keyboard goes on where the new goods begin. */
function focusGood(id: string): void {
  document.querySelector<HTMLElement>(`[data-good="${CSS.escape(id)}"]`)?.focus({
    preventScroll: true,
  })
}
