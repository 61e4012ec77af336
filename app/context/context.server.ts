import { randomUUID } from 'node:crypto'

import { Analytics } from '~/analytics/analytics.server'
import { env } from '~/platform/env.server'
import type { CaptchaCheck } from '~/gateways/captcha-check.server'
import type { Visitor } from '~/gateways/client.server'
import { createGateways, type Gateways } from '~/gateways/gateways.server'
import type { Push } from '~/push/push.server'
import { ConsentChoice } from '~/session/consent.server'
import { CookieJar } from '~/session/cookies.server'
import { Device } from '~/session/device.server'
import { Experiments } from '~/analytics/experiments.server'
import { checkCompleteness, toSignIn, toSignInAgain } from '~/session/guards.server'
import type { Limits } from '~/session/limits.server'
import { Session } from '~/session/session.server'
import type { Sealer } from '~/session/seal.server'
import type { SharedStore } from '~/session/shared-store.server'
import { DismissedNotices } from '~/session/dismissed-notices.server'
import { MutedNotifications } from '~/session/muted-notifications.server'
import { SeenAccount } from '~/session/account-record.server'
import { readOperator, type OperatorSays } from '~/operator/operator-files.server'
import { ShownNotice } from '~/operator/shown-notice.server'
import { StoredCard } from '~/session/stored-card.server'
import { ShopChoices } from '~/session/shop-choices.server'
import { loadChosenStore, type ChosenStore } from '~/stores/chosen-store.server'

import { followCodes } from './server-codes.server'
import { openServices } from './services.server'

const REFRESH_DEADLINE_MS = 8000
/** How long all counts of one visit may wait for Redis; those of the edge have half a second more. */
const SLOWEST_COUNTS_MS = 1500

export interface RequestFacts {
  headers: Headers
  /** Path and query of the page, to return to after signing in; null for a form's address. */
  page: string | null
  requestId: string
  /** The id of the route that answers. */
  route: string
  traceparent: string
  traceId: string
  /** Hears of the calls that were made for this request. */
  onGatewayCall?: Visitor['onCall']
  /** The client's, as far as proxies can be trusted; of IPv6 the network. */
  address: string
  /** More was asked of signing in from this address than people do. */
  isSuspicious: boolean
  /** Which build of the application answers. */
  buildId: string
}

export interface Context {
  session: Session
  consent: ConsentChoice
  device: Device
  /** The store and what else the shopper chose for the catalogue. */
  shop: ShopChoices
  /** Notices that the shopper dismissed on this device. */
  hints: DismissedNotices
  /** What the shopper has switched off on this device. */
  quiet: MutedNotifications
  /** What the operator says and has switched off, as of the beginning of this request. */
  operator: OperatorSays
  /** The operator's notice, as far as it is for this visitor. */
  notice: ShownNotice
  /** The number of the card, of whoever is signed in. */
  storedCard: StoredCard
  /** The account of whoever is signed in, as this device has seen it last. */
  seenAccount: SeenAccount
  gateways: Gateways
  analytics: Analytics
  experiments: Experiments
  store: SharedStore
  /** For what goes to the store and is personal. */
  sealer: Sealer
  limits: Limits
  captcha: CaptchaCheck
  /** The client's, and whether more was asked of signing in from there than people do. */
  address: string
  isSuspicious: boolean
  /** null: push is not configured and not offered. */
  push: Push | null
  requestId: string
  /** The id of the route that answers: of the innermost, a page's and its data's alike. */
  route: string
  /** By what the shopper names this request to who helps, and the log's lines name it too. */
  traceId: string
  buildId: string
  /** Of the scripts in the page, for its content security policy. */
  nonce: string
  /** Of the style in the page; null until a page is rendered. */
  styleHash: string | null
  /** Set when a form was refused: the page's title says so. */
  hasFormErrors: boolean
  /** Set when a limit refused: the answer says when to come back. */
  retryAfter: Date | null
  /** What of the card the page shows, for the service worker; null: it is no page with a card. */
  card: 'code' | 'number' | 'none' | null
  /** Whether the profile is complete; the gateway is asked at most once per request. */
  completeness(): ReturnType<typeof checkCompleteness>
  /** The store for a page's prices and stock; the gateway is asked at most once per request. */
  chosenStore(): Promise<ChosenStore>
}

declare module '@remix-run/node' {
  // Loaders and actions see the context under Remix's own name.
  interface AppLoadContext extends Context {}
}

/**
 * Everything that a request's loaders and actions may use: the only place where the session and
 * the gateways meet. `cookies.changes()` is for `server.ts`, which writes them once.
 */
export async function createContext(
  visit: RequestFacts,
): Promise<{ context: Context; cookies: CookieJar }> {
  const {
    sealer,
    store,
    revokedSessions,
    limits,
    client,
    captcha,
    publicCache,
    refresher,
    push,
    events,
  } = await openServices()
  const operator = await readOperator()
  const secure = env().PUBLIC_ORIGIN.startsWith('https:')
  const cookies = new CookieJar(visit.headers.get('Cookie'), { secure, sealer })
  const device = new Device(cookies, visit.headers.get('User-Agent'))

  const session = new Session(cookies, {
    revokedSessions,
    refresher,
    askGateway: (refreshToken) =>
      gateways.identity.refreshTokens(refreshToken, { deadlineMs: REFRESH_DEADLINE_MS }),
  })

  const callWith = (tokens: Pick<Visitor, 'accessToken' | 'renewAccessToken'>) =>
    client.for({
      userAgent: device.userAgent,
      platformVersion: device.platformVersion,
      get deviceId() {
        return device.id
      },
      requestId: visit.requestId,
      traceparent: visit.traceparent,
      onCall: visit.onGatewayCall,
      ...tokens,
    })
  const call = callWith({
    accessToken: () => session.accessToken(),
    async renewAccessToken(rejected) {
      const token = await session.renewAccessToken(rejected)
      // A session that the gateway ended in the middle of a page ends the page too.
      if (token === null)
        throw visit.page === null ? toSignInAgain(session, visit.headers) : toSignIn(visit.page)
      return token
    },
  })
  // What is stored for everybody is asked for by a call that has no token to send.
  const guestCall = callWith({ accessToken: async () => null, renewAccessToken: async () => null })
  const followed = followCodes(call, { session, page: visit.page })
  const gateways = createGateways(followed, publicCache.wrap(guestCall))

  const consent = new ConsentChoice(cookies)
  const analytics = new Analytics({
    consent,
    device,
    requestId: visit.requestId,
    // The result of a form is shown on the next page.
    isAfterForm: cookies.get('v1_flash') !== null,
    store,
    address: visit.address,
    queue: events,
  })

  let completeness: ReturnType<typeof checkCompleteness> | undefined
  let chosenStore: Promise<ChosenStore> | undefined
  const context: Context = {
    session,
    consent,
    device,
    shop: new ShopChoices(cookies),
    hints: new DismissedNotices(cookies),
    quiet: new MutedNotifications(cookies),
    operator,
    notice: new ShownNotice(cookies, operator.notice, () => session.hasCookie),
    storedCard: new StoredCard(cookies, session),
    seenAccount: new SeenAccount(cookies, session),
    gateways,
    analytics,
    experiments: new Experiments({
      cookies,
      device,
      analytics,
      store,
      gateways: gateways.account,
    }),
    store,
    sealer,
    limits: limits.within(SLOWEST_COUNTS_MS),
    captcha,
    address: visit.address,
    isSuspicious: visit.isSuspicious,
    push,
    requestId: visit.requestId,
    route: visit.route,
    traceId: visit.traceId,
    buildId: visit.buildId,
    nonce: randomUUID(),
    styleHash: null,
    hasFormErrors: false,
    retryAfter: null,
    card: null,
    completeness: () => (completeness ??= checkCompleteness({ session, gateways })),
    chosenStore: () => (chosenStore ??= loadChosenStore(context)),
  }
  return { context, cookies }
}
