import { readCardRecord, type CardRecord } from '~/card/card-record'
import { offlineCardPage, offlinePage } from './offline-pages'
import type { FetchEvent } from '~/platform/worker-scope'

const CARD_PATHS = ['/qr', '/qr/till']
/** At the till nobody waits longer than this for a fresh code when there is a last one. */
const CARD_DEADLINE_MS = 3000
/** The server gives every page less than this: what is longer is a network that is none. */
const PAGE_DEADLINE_MS = 10_000

/** A page from the network, never kept; without one the card, or the page that leads to it. */
export async function answerWithPage(event: FetchEvent): Promise<Response> {
  const network = ask(event)
  event.waitUntil(network.catch(() => undefined))
  const record = await readCardRecord().catch(() => null)
  const card = CARD_PATHS.includes(new URL(event.request.url).pathname) ? record : null
  try {
    return await inTime(network, card ? CARD_DEADLINE_MS : PAGE_DEADLINE_MS)
  } catch {
    return madePage(card, record !== null)
  }
}

async function ask({ preloadResponse, request }: FetchEvent): Promise<Response> {
  return (await preloadResponse) ?? fetch(request)
}

function inTime<Value>(work: Promise<Value>, deadlineMs: number): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('too late')), deadlineMs)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

/** The page runs no script and asks for nothing but our fonts: its own policy says so. */
function madePage(card: CardRecord | null, hasCard: boolean): Response {
  const nonce = crypto.randomUUID()
  return new Response(card ? offlineCardPage(card, nonce) : offlinePage(hasCard, nonce), {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': `default-src 'none'; style-src 'nonce-${nonce}'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    },
  })
}
