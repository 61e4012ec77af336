import { randomUUID } from 'node:crypto'

import { Analytics } from '~/analytics/analytics.server'
import { env } from '~/platform/env.server'
import type { CaptchaCheck } from '~/gateways/captcha-check.server'
import type { Visitor } from '~/gateways/client.server'
import { createGateways, type Gateways } from '~/gateways/gateways.server'
import type { Push } from '~/push/push.server'
import { CookieJar } from '~/session/cookies.server'
import { Device } from '~/session/device.server'
import { Experiments } from '~/analytics/experiments.server'
import { checkCompleteness, toSignIn, toSignInAgain } from '~/session/guards.server'
import type { Limits } from '~/session/limits.server'
import { signedInSchema } from '~/session/session-schemas.server'
import { Session } from '~/session/session.server'
import type { RevokedSessions } from '~/session/revoked-sessions.server'
import type { Sealer } from '~/session/seal.server'
import type { SharedStore } from '~/session/shared-store.server'
import { SeenAccount } from '~/session/account-record.server'
import { readOperator, type OperatorContent } from '~/operator/operator-files.server'
import { ShownNotice } from '~/operator/shown-notice.server'
import { StoredCard } from '~/session/stored-card.server'
import { loadChosenStore, type ChosenStore } from '~/stores/chosen-store.server'

import { followCodes } from './server-codes.server'
import { openServices } from './services.server'

const REFRESH_DEADLINE_MS = 8000
/**
 * How long all limit checks of one request's loaders and actions may wait for Redis. The edge's own checks
 * have another 500 ms.
 */
const SLOWEST_COUNTS_MS = 1500

interface RequestFacts {
  headers: Headers
  /** The request's cookies, if they are open already. */
  cookies?: CookieJar | undefined
  /** Path and query of the page to return to after sign-in; null for a form's address. */
  page: string | null
  requestId: string
  /** The id of the matched route. */
  route: string
  traceparent: string
  traceId: string
  /** Called after each gateway call of this request. */
  onGatewayCall?: Visitor['onCall']
  /** The client's IP address behind trusted proxies; for IPv6 its network. */
  address: string
  /** True after unusually many sign-in requests from this address. */
  isSuspicious: boolean
  buildId: string
}

interface Context {
  session: Session
  cookies: CookieJar
  device: Device
  /** The operator's texts and kill switches at the start of this request. */
  operator: OperatorContent
  /** The operator's notice, if it applies to this visitor. */
  notice: ShownNotice
  /** The stored card number of the signed-in shopper. */
  storedCard: StoredCard
  /** The account as this device last saw it, for the signed-in shopper. */
  seenAccount: SeenAccount
  gateways: Gateways
  analytics: Analytics
  experiments: Experiments
  store: SharedStore
  /** Seals personal data before they go to the store. */
  sealer: Sealer
  revokedSessions: RevokedSessions
  limits: Limits
  captcha: CaptchaCheck
  /** The client's IP address, and whether it made unusually many sign-in requests. */
  address: string
  isSuspicious: boolean
  /** null: push is not configured, so it is not offered. */
  push: Push | null
  requestId: string
  /** The id of the innermost matched route, for page and data requests alike. */
  route: string
  /** The id that shoppers quote to support; it is in the log, too. */
  traceId: string
  buildId: string
  /** The nonce of the page's scripts in the content security policy. */
  nonce: string
  /** The hash of the page's style; null until a page is rendered. */
  styleHash: string | null
  /** True after a form error: the page's title mentions it. */
  hasFormErrors: boolean
  /** Set after a limit was exceeded, for the `Retry-After` header. */
  retryAfter: Date | null
  /** The part of the card on the page, for the service worker; null: a page without a card. */
  card: 'code' | 'number' | 'none' | null
  /** Whether the profile is complete; calls the gateway at most once per request. */
  completeness(): ReturnType<typeof checkCompleteness>
  /** The store for prices and stock; calls the gateway at most once per request. */
  chosenStore(): Promise<ChosenStore>
  /** The FIAS id of its city; null when the store failed to load. */
  chosenCityId(): Promise<string | null>
}

declare module '@remix-run/node' {
  // Remix types the context of loaders and actions with this name.
  interface AppLoadContext extends Context {}
}

const isSecure = () => env().PUBLIC_ORIGIN.startsWith('https:')

/** The cookies of a request, and the id of the authentic session among them; null for a guest. */
export async function openCookies(
  header: string | null,
): Promise<{ cookies: CookieJar; sessionId: string | null }> {
  const { sealer } = await openServices()
  const cookies = new CookieJar(header, { secure: isSecure(), sealer })
  return { cookies, sessionId: cookies.getSealed('v1_jwt', signedInSchema)?.sessionId ?? null }
}

/**
 * Creates the context of a request for its loaders and actions. Only here do session and gateways
 * meet. `server.ts` writes `cookies.changes()` once.
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
  const operator = readOperator()
  const cookies =
    visit.cookies ?? new CookieJar(visit.headers.get('Cookie'), { secure: isSecure(), sealer })
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
      // When the gateway ends the session during a request, the visitor is redirected to sign-in.
      if (token === null)
        throw visit.page === null ? toSignInAgain(session, visit.headers) : toSignIn(visit.page)
      return token
    },
  })
  // Responses shared by all visitors are loaded without a token.
  const guestCall = callWith({ accessToken: async () => null, renewAccessToken: async () => null })
  const followed = followCodes(call, { session, page: visit.page })
  const gateways = createGateways(followed, publicCache.wrap(guestCall))

  const analytics = new Analytics({
    cookies,
    device,
    requestId: visit.requestId,
    // The cookie has the message of a form that redirected to this page.
    isAfterForm: cookies.get('v1_flash') !== null,
    store,
    address: visit.address,
    queue: events,
  })

  let completeness: ReturnType<typeof checkCompleteness> | undefined
  let chosenStore: ReturnType<typeof loadChosenStore> | undefined
  const loadStore = () => (chosenStore ??= loadChosenStore(context))
  const context: Context = {
    session,
    cookies,
    device,
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
    revokedSessions,
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
    chosenStore: async () => (await loadStore()).chosen,
    chosenCityId: async () => (await loadStore()).cityFiasId,
  }
  return { context, cookies }
}
