import { createHash, randomBytes } from 'node:crypto'

import { LRUCache } from 'lru-cache'

import { createByteCache } from '~/lib/byte-cache.server'

import type { StyledPage } from './inline-css.server'

/** As long as a page may be late by the clock, should a screen ever show the present. */
const LIFE_MS = 60_000
const MEGABYTES = 12
/** So many pages are remembered to have been made once, by 22 letters each. */
const MOST_SEEN = 5000

/** A document as it is sent. */
export type Page = Pick<StyledPage, 'styleHash'> & { body: Buffer }

/** What stands between the nonces. */
type Kept = Pick<StyledPage, 'styleHash'> & { pieces: Buffer[] }

/** Stands in a kept page where each visitor's nonce belongs; no text that came from outside has it. */
const NONCE_PLACE = randomBytes(24).toString('hex')

/**
 * Renders a page, or gives the one that was rendered from the same data: a screen is a function of
 * its address and data and of nothing else, so that equal data make an equal page, whoever asks.
 * What is made of personal data is asked for once, mostly; so a page is kept when the same data come
 * for the second time within a minute.
 * @param data all that the page is made of, its address too
 * @param render makes the page with this nonce
 */
export type RenderOnce = (
  data: readonly string[],
  nonce: string,
  render: (nonce: string) => StyledPage,
) => Page

/** @param now in milliseconds, never going back */
export function createKeptPages(now = () => performance.now()): RenderOnce {
  const pages = createByteCache<Kept>('rendered pages', {
    megabytes: MEGABYTES,
    lifeMs: LIFE_MS,
    bytesOf: ({ pieces }) => pieces.reduce((sum, { length }) => sum + length, 0),
    now,
  })
  const seen = new LRUCache<string, true>({
    max: MOST_SEEN,
    ttl: LIFE_MS,
    ttlResolution: 0,
    perf: { now },
  })

  return (data, nonce, render) => {
    const key = hashOf(data)
    const kept = pages.get(key)
    if (kept) return withNonce(kept, nonce)
    if (!seen.has(key)) {
      const { html, styleHash } = render(nonce)
      seen.set(key, true)
      return { body: Buffer.from(html), styleHash }
    }
    const { html, styleHash } = render(NONCE_PLACE)
    const made = { pieces: html.split(NONCE_PLACE).map((piece) => Buffer.from(piece)), styleHash }
    pages.set(key, made)
    return withNonce(made, nonce)
  }
}

function hashOf(data: readonly string[]): string {
  const hash = createHash('sha256')
  // Each with its length: what ends one part cannot begin the next.
  for (const part of data) hash.update(`${part.length} `).update(part)
  return hash.digest('base64url')
}

function withNonce({ pieces, styleHash }: Kept, nonce: string): Page {
  const between = Buffer.from(nonce)
  const all = pieces.flatMap((piece, index) => (index === 0 ? [piece] : [between, piece]))
  return { body: Buffer.concat(all), styleHash }
}
