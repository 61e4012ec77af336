import { LRUCache } from 'lru-cache'

import { MEGABYTE } from '../app/lib/byte-cache.server'
import { otherBudgets } from '../app/lib/memory-budgets.server'
import type { Inline } from './headers'
import { forMany, type OutgoingResponse } from './respond'

const FRESH_MS = 60_000
const MAX_PAGES = 50
/** Bytes of all cached pages; a page counts after its rendering. */
const MAX_BYTES = otherBudgets.sharedPages.megabytes * MEGABYTE

interface Rendered {
  response: OutgoingResponse
  /** Inline styles; shared pages have no script. */
  inline: Inline
  /** Not shared: the caller leaves them out. */
  cookies: string[]
  /** Public pages have no limit of their own. */
  retryAfter?: Date | null
  /** Shared pages open no session, so none can end. */
  hasSessionEnded?: boolean
  expired?: string | null
  card?: 'code' | 'number' | 'none' | null
}

/** A page and its compressed versions, which are at most as large together. */
const getSize = ({ body }: OutgoingResponse) => 1 + 2 * body.length

/**
 * Caches pages that are the same for everybody, for as long as a cache in front may. Concurrent visitors
 * share one rendering; failures are not cached.
 * @param clock monotonic, in milliseconds
 */
export function createSharedPages(clock: { now(): number } = performance) {
  const pages = new LRUCache<string, Promise<Rendered>>({
    max: MAX_PAGES,
    maxSize: MAX_BYTES,
    ttl: FRESH_MS,
    ttlResolution: 0,
    perf: clock,
  })

  let version = ''

  /** @param current version of the operator's texts: pages of other versions are dropped */
  return function get(
    url: string,
    render: () => Promise<Rendered>,
    current = '',
  ): Promise<Rendered> {
    if (current !== version) {
      version = current
      pages.clear()
    }
    // Clients can invent queries: a page with one is never cached.
    if (url.includes('?')) return render()
    const cached = pages.get(url)
    if (cached) return cached
    const rendered = render().then((page) => ({ ...page, response: forMany(page.response) }))
    pages.set(url, rendered, { size: 1 })
    const forget = () => pages.peek(url) === rendered && pages.delete(url)
    rendered.then(({ response }) => {
      if (response.status !== 200) forget()
      else if (pages.peek(url) === rendered)
        pages.set(url, rendered, { size: getSize(response), noUpdateTTL: true })
    }, forget)
    return rendered
  }
}
