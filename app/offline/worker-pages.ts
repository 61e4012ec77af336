import { withTimeout } from '~/lib/with-timeout'
import {
  deleteCardRecord,
  doubtCardRecord,
  keepOnlyNumberOf,
  readCardRecord,
  usableCardRecord,
  type CardRecord,
} from '~/card/card-record'
import { AWAIT_FRESH, CARD_HEADER, CARD_PATHS, FRESH } from '~/domain/worker-messages'
import type { FetchEvent, MessageFromPage } from '~/platform/worker-scope'
import { clearBadge, endSubscription } from '~/push/worker-push'
import { storedCardPage } from './stored-card-page'
import { offlinePage } from './made-page'
import {
  getExpired,
  compareWithStoredCard,
  type CardResponse,
  type FallbackReason,
} from './worker-responses'

/** How long a shopper with a stored card waits for a fresh one. */
const CARD_DEADLINE_MS = 3000
/** How long the installed app waits at its start before it shows the stored card. */
const START_DEADLINE_MS = 600
/**
 * The installed app's start redirects to a screen. Requests for screens within this time count as its start
 * and share the start's deadline.
 */
const START_LASTS_MS = 1500
/** Longer than the server needs for any page; later the network counts as lost. */
const PAGE_DEADLINE_MS = 10_000
/** How long a late response waits for the page to request it. */
const LATE_LASTS_MS = 30_000

let startedAt = -Infinity
/**
 * Time of the last sign-in form in Unix milliseconds; responses from before it name the earlier
 * shopper.
 */
let signInSentAt = -Infinity
/** Changes of the record run one after the other, so that none overwrites another. */
let changes: Promise<unknown> = Promise.resolve()
/** Responses that arrive after the stored card was shown. */
const late = new Map<string, Promise<CardResponse>>()
const fresh = new Map<string, Response>()

/**
 * A page from the network, never stored. Shows the stored card instead if that is of more use, or
 * links it.
 */
export async function respondWithPage(event: FetchEvent): Promise<Response> {
  const { url } = event.request
  // Opening the app clears the badge, because the shopper sees the news.
  event.waitUntil(clearBadge())
  const { pathname, searchParams } = new URL(url)
  const pending = fresh.get(url)
  fresh.delete(url)
  if (pending) return pending
  const isStart = pathname === '/' && searchParams.get('source') === 'pwa'
  const now = performance.now()
  if (isStart) startedAt = now
  const sinceStart = now - startedAt
  const isOfStart = isStart || (sinceStart < START_LASTS_MS && ['/today', '/qr'].includes(pathname))
  const askedAt = Date.now()
  const network = ask(event)
  event.waitUntil(network.catch(() => undefined))
  const record = await shownRecord()
  if (!record || !(isOfStart || CARD_PATHS.includes(pathname)))
    return anyPage(event, network, { hasCard: record !== null, askedAt })

  const judged = compareWithStoredCard(network, url, isStart)
  event.waitUntil(judged)
  const left = isOfStart ? Math.max(100, START_DEADLINE_MS - sinceStart) : CARD_DEADLINE_MS
  const outcome = await withTimeout(() => judged, left).catch(() => null)
  if (!outcome && askedAt > signInSentAt) remember(url, judged)
  return answerAtTill(outcome, record, { isTill: pathname === '/qr/till', askedAt })
}

async function answerAtTill(
  outcome: CardResponse | null,
  record: CardRecord,
  { isTill, askedAt }: { isTill: boolean; askedAt: number },
): Promise<Response> {
  const { response = null, why = 'network', expired = null, isGuest = false } = outcome ?? {}
  if (isGuest) await deleteCardRecord().catch(() => undefined)
  if (expired) {
    const left = usableCardRecord(await forgetAllButNumber(expired, askedAt))
    return left || !response ? cardPage(left ?? record, 'signIn', isTill) : response
  }
  // The server's card without a code is as good as a stored card without one.
  const isNoBetter =
    why === 'code' && !record.svg && response?.headers.get(CARD_HEADER) === 'number'
  return response && (!why || isNoBetter) ? response : cardPage(record, why ?? 'network', isTill)
}

async function anyPage(
  event: FetchEvent,
  network: Promise<Response>,
  { hasCard, askedAt }: { hasCard: boolean; askedAt: number },
): Promise<Response> {
  try {
    const response = await withTimeout(() => network, PAGE_DEADLINE_MS)
    const expired = getExpired(response)
    if (expired) event.waitUntil(forgetAllButNumber(expired, askedAt))
    return response
  } catch {
    return madePage((nonce) => offlinePage(hasCard, nonce))
  }
}

/** Another shopper may be signing in, so the card is hidden until a page names its owner. */
export function watchSignIn(event: FetchEvent): void {
  const { pathname } = new URL(event.request.url)
  if (!/^\/(login\/code|registration)\b/.test(pathname)) return
  signInSentAt = Date.now()
  // These pages belong to the earlier shopper.
  late.clear()
  fresh.clear()
  event.waitUntil(inTurn(doubtCardRecord).catch(() => undefined))
}

/**
 * Messages of pages: the stored card requests its late response; the sign-in screen names the owner of the
 * expired session.
 */
export async function answerMessage({ data, source }: MessageFromPage): Promise<void> {
  const { expired, since } = (data ?? {}) as { expired?: unknown; since?: unknown }
  if (typeof expired === 'string')
    return void (await forgetAllButNumber(expired, typeof since === 'number' ? since : 0))
  if (data !== AWAIT_FRESH) return
  const url = source?.url ?? ''
  const judged = late.get(url)
  const outcome = await judged
  // A sign-in in the meantime has cleared it.
  if (late.get(url) !== judged || !outcome?.response || outcome.why || outcome.expired) return
  // A response body can be read once, so it is removed for the next page.
  late.delete(url)
  fresh.set(url, outcome.response)
  setTimeout(() => fresh.delete(url), LATE_LASTS_MS)
  source?.postMessage(FRESH)
}

function remember(url: string, judged: Promise<CardResponse>): void {
  late.set(url, judged)
  void judged.then(() => setTimeout(() => late.delete(url), LATE_LASTS_MS))
}

async function shownRecord(): Promise<CardRecord | null> {
  return usableCardRecord(await readCardRecord().catch(() => null))
}

/**
 * Reduces the record to the number after the gateway has ended this shopper's session.
 * @param readAt when the request with this result started, in Unix milliseconds
 */
async function forgetAllButNumber(owner: string, readAt: number): Promise<CardRecord | null> {
  await endSubscription().catch(() => undefined)
  if (readAt < signInSentAt) return shownRecord()
  return inTurn(() => keepOnlyNumberOf(owner)).catch(() => null)
}

function inTurn<Value>(change: () => Promise<Value>): Promise<Value> {
  const changed = changes.then(change, change)
  changes = changed
  return changed
}

async function ask({ preloadResponse, request }: FetchEvent): Promise<Response> {
  return (await preloadResponse) ?? fetch(request)
}

/** Set by the build: `stored-card-entry.ts`. */
declare const STORED_CARD_SCRIPT: string

const cardPage = (record: CardRecord, why: FallbackReason, isTill: boolean) =>
  madePage((nonce) => storedCardPage(record, { why, isTill, nonce, script: STORED_CARD_SCRIPT }))

/** The page may run only its own script and load our fonts, the icon and the code. */
function madePage(make: (nonce: string) => string): Response {
  const nonce = crypto.randomUUID()
  return new Response(make(nonce), {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; connect-src 'self'; font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    },
  })
}
