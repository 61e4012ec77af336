import { setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

import { pauseBeforeCode } from '../../app/card/code-refresher'
import { addresses } from '../capacity/model'
import { createRandom } from './random'
import type { Visitor } from './visitor'
import { LACKS_DATA } from './lacks-data'

/** Mean time for which a shopper's card stays open, in milliseconds. */
const OPEN_CARD_MS = 400_000
/** Share of shoppers who reload a refused page. */
const PATIENT = 0.35
/** Attempts at a page, after which a shopper gives up. */
const MAX_TRIES = 3

/** Milliseconds until an open card requests its next code, by the page's own rule. */
function codePause(failures: number, retryAfterSeconds: number, chance: number): number {
  const qrError = failures > 0 ? ('unreachable' as const) : null
  return pauseBeforeCode({ qrError, retryAfterMs: retryAfterSeconds * 1000 }, failures, chance)!
}

type Result = 'good' | 'degraded' | 'refused' | 'lost'

interface Requested {
  result: Result
  /** In seconds. */
  retryAfter: number
}

interface HerdOptions {
  visitors: readonly Visitor[]
  pagesPerSecond: number
  /** How many times faster than in life shoppers and their phones wait. */
  speed: number
}

const SEED = 7

/**
 * Shoppers at tills, who open cards and return after failures as the pages' own scripts do. They start at a rate
 * that does not depend on the responses.
 */
export function startHerd({ visitors, pagesPerSecond, speed }: HerdOptions) {
  const random = createRandom(SEED)
  /** Pages and codes by result. */
  const results: Record<Result, number> = { good: 0, degraded: 0, refused: 0, lost: 0 }
  const stopping = new AbortController()
  setMaxListeners(0, stopping.signal)
  const underWay = new Set<Promise<void>>()

  const pause = (ms: number) => sleep(ms / speed, undefined, { signal: stopping.signal })

  async function request(visitor: Visitor, path: string): Promise<Requested> {
    const accept = path === addresses.code ? 'application/json' : 'text/html'
    try {
      const response = await visitor.get(path, { accept })
      const text = await response.text()
      const retryAfter = Number(response.headers.get('Retry-After') ?? 0)
      const isCode = response.headers.get('Content-Type')?.startsWith('application/json')
      if (response.status >= 429 && !isCode)
        return { result: retryAfter > 0 ? 'refused' : 'lost', retryAfter }
      const isWhole = response.status < 400 && !LACKS_DATA.test(text)
      return { result: isWhole ? 'good' : 'degraded', retryAfter }
    } catch {
      return { result: 'lost', retryAfter: 0 }
    }
  }

  async function openCard(visitor: Visitor): Promise<void> {
    let failures = 0
    let retryAfter = 0
    const until = Date.now() + (-Math.log(random()) * OPEN_CARD_MS) / speed
    for (;;) {
      await pause(codePause(failures, retryAfter, random()))
      if (Date.now() > until) return
      const requested = await request(visitor, addresses.code)
      results[requested.result] += 1
      failures = requested.result === 'good' ? 0 : failures + 1
      retryAfter = requested.retryAfter
    }
  }

  async function openPage(visitor: Visitor, tries = 0): Promise<void> {
    const { result, retryAfter } = await request(visitor, addresses.card)
    results[result] += 1
    if (result === 'good' || result === 'degraded') return openCard(visitor)
    if (tries >= MAX_TRIES || random() > PATIENT) return
    await pause((retryAfter + random()) * 1000)
    return openPage(visitor, tries + 1)
  }

  function track(work: Promise<void>): void {
    const tracked = work
      .catch((error: unknown) => {
        if (!stopping.signal.aborted) throw error
      })
      .finally(() => underWay.delete(tracked))
    underWay.add(tracked)
  }

  let next = 0
  const timer = setInterval(() => {
    track(openPage(visitors[(next += 1) % visitors.length]!))
  }, 1000 / pagesPerSecond)

  return {
    results,
    async stop() {
      clearInterval(timer)
      stopping.abort()
      await Promise.all(underWay)
    },
  }
}
