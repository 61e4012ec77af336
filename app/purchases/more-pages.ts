import { useFetcher, useLocation } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'

// Of this document, until it is reloaded: the way back from a detail leads to the same place.
const store = new Map<string, unknown[]>()
const MOST_STORED = 10

/**
 * A list to which pages are added as they are asked for. It begins anew when its first page does,
 * and is found again on the way back in the history.
 * @param first the page of the screen; the same loader answers with further ones
 * @param owner the shopper's tag: where another has signed in meanwhile, the screen is loaded anew
 */
export function useMorePages<Page>(first: Page, owner: string) {
  const { key } = useLocation()
  const [pages, setPages] = useState<Page[]>(() => {
    const earlierPages = store.get(key) as Page[] | undefined
    // Whoever comes back may be another shopper by now.
    return earlierPages && JSON.stringify(earlierPages[0]) === JSON.stringify(first)
      ? earlierPages
      : [first]
  })
  const begun = useRef(first)
  // A screen that is refreshed loads what was fetched last once more: without a press.
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
    if (store.size > MOST_STORED && oldest !== undefined) store.delete(oldest)
  }, [key, pages])

  return {
    pages,
    isLoading: state !== 'idle',
    isFailed: state === 'idle' && data?.page === null,
    /** Asks for the page at an address, unless another is on its way. */
    ask(to: string): void {
      if (state !== 'idle') return
      isAsked.current = true
      fetcher.load(to)
    },
  }
}
