import { useFetcher, useLocation } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'

import type { Month } from './transactions.server'

/** Joins a month that lies on two pages, without repetitions. */
export function joined(months: Month[]): Month[] {
  const byKey = new Map<string, Month>()
  for (const month of months) {
    const existing = byKey.get(month.key)
    if (!existing) {
      byKey.set(month.key, month)
      continue
    }
    const ids = new Set(existing.rows.map(({ id }) => id))
    const rows = [...existing.rows, ...month.rows.filter(({ id }) => !ids.has(id))]
    byKey.set(month.key, { ...existing, rows, totals: existing.totals ?? month.totals })
  }
  return [...byKey.values()]
}

// Lives as long as the document, so that going back restores the list.
const store = new Map<string, unknown[]>()
const MAX_STORED = 10

/**
 * A list that adds pages on demand. It starts over when its first page changes, and is restored on
 * the way back.
 * @param first the page of the screen; the same loader returns further ones
 * @param owner user hash of the shopper; the screen reloads after another one signed in
 */
export function useMorePages<Page>(first: Page, owner: string) {
  const { key } = useLocation()
  const [pages, setPages] = useState<Page[]>(() => {
    const earlierPages = store.get(key) as Page[] | undefined
    // Another shopper may have signed in meanwhile.
    return earlierPages && JSON.stringify(earlierPages[0]) === JSON.stringify(first)
      ? earlierPages
      : [first]
  })
  const begun = useRef(first)
  // A revalidation repeats the last request, which must not add its page again.
  const isAsked = useRef(false)
  const fetcher = useFetcher<{ page: Page | null; owner: string } | null>()
  const { state, data } = fetcher

  useEffect(() => {
    if (begun.current === first) return
    begun.current = first
    isAsked.current = false
    store.delete(key)
    setPages([first])
  }, [first, key])

  useEffect(() => {
    if (state !== 'idle' || !isAsked.current) return
    isAsked.current = false
    if (data && data.owner !== owner) return location.reload()
    const page = data?.page
    if (page) setPages((earlierPages) => [...earlierPages, page])
  }, [state, data, owner])

  useEffect(() => {
    if (pages.length < 2) return
    store.delete(key)
    store.set(key, pages)
    const [oldest] = store.keys()
    if (store.size > MAX_STORED && oldest !== undefined) store.delete(oldest)
  }, [key, pages])

  return {
    pages,
    isLoading: state !== 'idle',
    isFailed: state === 'idle' && data?.page === null,
    /** Loads the page at an address, unless another one is loading. */
    ask(to: string): void {
      if (state !== 'idle') return
      isAsked.current = true
      fetcher.load(to)
    },
  }
}
