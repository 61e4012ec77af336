import { createHash } from 'node:crypto'

import { LRUCache } from 'lru-cache'

import { createByteCache } from '~/lib/byte-cache.server'

import type { StyledPage } from './inline-css.server'
import type { UnmarkedPage } from './own-scripts.server'

/** As long as a page may be late by the clock, should a screen ever show the present. */
const LIFE_MS = 60_000
const MEGABYTES = 12
/** So many pages are remembered to have been made once, by 22 letters each. */
const MOST_SEEN = 5000

/** A document as it was rendered. */
export type RenderedPage = StyledPage & UnmarkedPage

/** A document as it is sent. */
export type Page = Omit<RenderedPage, 'html'> & {
  body: Buffer
  /** What it was compressed to, by encoding; kept as long as the page is. */
  encodings: Map<string, Promise<Buffer>>
}

/**
 * Renders a page, or gives the one that was rendered from the same data: a screen is a function of
 * its address and data and of nothing else, so that equal data make an equal page, whoever asks.
 * What is made of personal data is asked for once, mostly; so a page is kept when the same data come
 * for the second time within a minute.
 * @param data all that the page is made of, its address too
 */
export type RenderOnce = (data: readonly string[], render: () => RenderedPage) => Page

/** @param now in milliseconds, never going back */
export function createKeptPages(now = () => performance.now()): RenderOnce {
  const pages = createByteCache<Page>('rendered pages', {
    megabytes: MEGABYTES,
    lifeMs: LIFE_MS,
    // The page and, at most as large together, what it was compressed to.
    bytesOf: ({ body }) => 2 * body.length,
    now,
  })
  const seen = new LRUCache<string, true>({
    max: MOST_SEEN,
    ttl: LIFE_MS,
    ttlResolution: 0,
    perf: { now },
  })

  return (data, render) => {
    const key = hashOf(data)
    const kept = pages.get(key)
    if (kept) return kept
    const page = asPage(render())
    if (seen.has(key)) pages.set(key, page)
    else seen.set(key, true)
    return page
  }
}

/** A page that is sent once. */
export const asPage = ({ html, ...hashes }: RenderedPage): Page => ({
  ...hashes,
  body: Buffer.from(html),
  encodings: new Map(),
})

function hashOf(data: readonly string[]): string {
  const hash = createHash('sha256')
  // Each with its length: what ends one part cannot begin the next.
  for (const part of data) hash.update(`${part.length} `).update(part)
  return hash.digest('base64url')
}
