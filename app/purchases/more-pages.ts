import { useLocation } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'

// Of this tab, until it is reloaded: the way back from a detail leads to the same place.
const kept = new Map<string, unknown[]>()
const MOST_KEPT = 10

/**
 * The pages of a list that the shopper has asked for, one under another. The list begins anew
 * when its first page does, and is found again on the way back in the history.
 */
export function useMorePages<Page>(first: Page, fetched: Page | undefined): Page[] {
  const { key } = useLocation()
  const [pages, setPages] = useState<Page[]>(() => (kept.get(key) as Page[] | undefined) ?? [first])
  const begun = useRef(first)
  const taken = useRef<Page | undefined>(undefined)

  useEffect(() => {
    if (begun.current === first) return
    begun.current = first
    setPages([first])
  }, [first])

  useEffect(() => {
    if (!fetched || taken.current === fetched) return
    taken.current = fetched
    setPages((known) => [...known, fetched])
  }, [fetched])

  useEffect(() => {
    if (pages.length < 2) return
    kept.delete(key)
    kept.set(key, pages)
    const [oldest] = kept.keys()
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest)
  }, [key, pages])

  return pages
}
