import { LRUCache } from 'lru-cache'

import { MEGABYTE } from '../app/lib/byte-cache.server'
import { otherBudgets } from '../app/lib/memory-budgets.server'
import type { Inline } from './headers'
import { forMany, type Answer } from './respond'

const FRESH_MS = 60_000
const MOST_PAGES = 50
/** What the rendered pages may take together; one that is being rendered counts as nothing. */
const MOST_BYTES = otherBudgets.sharedPages.megabytes * MEGABYTE

interface Rendered {
  answer: Answer
  /** Of its style; such pages have no script. */
  inline: Inline
  /** Not for others: the caller leaves them out. */
  cookies: string[]
  /** Public pages are under no limit of their own. */
  retryAfter?: Date | null
  /** Nor do they open a session, so none can end there. */
  hasSessionEnded?: boolean
  expired?: string | null
  card?: 'code' | 'number' | 'none' | null
}

/** The page and, at most as large together, what it was compressed to. */
const sizeOf = ({ body }: Answer) => 1 + 2 * body.length

/**
 * Pages that are the same for everybody, cached as long as a cache in front of us may keep them.
 * Visitors who come at once share one rendering; what failed is not stored.
 * @param clock in milliseconds, never going back
 */
export function createSharedPages(clock: { now(): number } = performance) {
  const pages = new LRUCache<string, Promise<Rendered>>({
    max: MOST_PAGES,
    maxSize: MOST_BYTES,
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
    // Anyone can invent queries: a page with one is made anew.
    if (url.includes('?')) return render()
    const cached = pages.get(url)
    if (cached) return cached
    const rendered = render().then((page) => ({ ...page, answer: forMany(page.answer) }))
    pages.set(url, rendered, { size: 1 })
    const forget = () => pages.peek(url) === rendered && pages.delete(url)
    rendered.then(({ answer }) => {
      if (answer.status !== 200) forget()
      else if (pages.peek(url) === rendered)
        pages.set(url, rendered, { size: sizeOf(answer), noUpdateTTL: true })
    }, forget)
    return rendered
  }
}
