import { randomUUID } from 'node:crypto'

import { type AppLoadContext, redirect } from '@remix-run/node'

import { Analytics } from '~/analytics/analytics.server'
import { env } from '~/platform/env.server'
import type { CallEvent, Caller } from '~/gateways/client.server'
import { createGateways, type Gateways } from '~/gateways/gateways.server'
import { CookieJar } from '~/session/cookies.server'
import { Device } from '~/session/device.server'
import { Experiments } from '~/analytics/experiments.server'
import {
  checkCompleteness,
  toSignIn,
  toSignInAgain,
  INCOMPLETE_SCREEN,
} from '~/session/guards.server'
import { signedInSchema } from '~/session/session-schemas.server'
import { Session } from '~/session/session.server'
import { readOperator, type OperatorContent } from '~/operator/operator-files.server'
import { loadChosenStore } from '~/stores/chosen-store.server'
import type { AnyInput, Call, Endpoint } from '~/gateways/endpoint.server'
import { isIncompleteProfile, USER_NOT_FOUND, GatewayError } from '~/gateways/gateway-error.server'
import { withReturnTo } from '~/domain/return-to'

import { openServices } from './services.server'

const REFRESH_DEADLINE_MS = 8000
/**
 * How long all limit checks of one request's loaders and actions may wait for Redis. The edge's own checks
 * have another 500 ms.
 */
const SLOWEST_COUNTS_MS = 1500

/** What the edge has found about a request. */
interface Visit {
  requestId: string
  /** The id of the innermost matched route, for page and data requests alike. */
  route: string
  traceparent: string
  /** The id that shoppers quote to support; it is in the log, too. */
  traceId: string
  /** The client's IP address behind trusted proxies; for IPv6 its network. */
  address: string
  /** True after unusually many sign-in requests from this address. */
  isSuspicious: boolean
  application: { buildId: string }
  cookies: CookieJar
  /** Called after each attempt of a gateway call of this request. */
  onGatewayCall?(call: CallEvent): void
}

interface Asked {
  headers: Headers
  /** Path and query of the page to return to after sign-in; null for a form's address. */
  page: string | null
}

/** What a page tells the edge about its response. */
interface Reply {
  /** The nonce of the page's scripts in the content security policy. */
  nonce: string
  /** The hash of the page's style; null until a page is rendered. */
  styleHash: string | null
  /** True after a form error: the page's title mentions it. */
  hasFormErrors: boolean
  /** When a retry may succeed, by a limit of ours or of the gateway; for the `Retry-After` header. */
  retryAfter: Date | null
  /** The part of the card on the page, for the service worker; null: a page without a card. */
  card: 'code' | 'number' | 'none' | null
}

type Services = Awaited<ReturnType<typeof openServices>>

interface Context {
  session: Session
  cookies: CookieJar
  device: Device
  /** The operator's texts and kill switches at the start of this request. */
  operator: OperatorContent
  gateways: Gateways
  analytics: Analytics
  experiments: Experiments
  /** Services of the process; the limits wait for Redis in this request's own time. */
  services: Pick<Services, 'store' | 'sealer' | 'revokedSessions' | 'limits' | 'captcha' | 'push'>
  visit: Pick<Visit, 'requestId' | 'route' | 'traceId' | 'address' | 'isSuspicious'> & {
    buildId: string
  }
  reply: Reply
  /** Whether the profile is complete; calls the gateway at most once per request. */
  completeness(): ReturnType<typeof checkCompleteness>
  /** The store for prices and stock; calls the gateway at most once per request. */
  chosenStore(): ReturnType<typeof loadChosenStore>
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
 * Creates the context of a request for its loaders and actions. Here the gateways get their tokens from the
 * session, and the session its new tokens from a gateway.
 */
export async function createContext(
  visit: Visit,
  { headers, page }: Asked,
): Promise<AppLoadContext> {
  const services = await openServices()
  const { store, client, publicCache, events } = services
  const { cookies, requestId, route, traceId, address, isSuspicious } = visit
  const operator = readOperator()
  const device = new Device(cookies, headers.get('User-Agent'))

  const session = new Session(cookies, {
    ...services,
    askGateway: (refreshToken) =>
      gateways.identity.refreshTokens(refreshToken, { deadlineMs: REFRESH_DEADLINE_MS }),
  })

  const callWith = (tokens: Pick<Caller, 'accessToken' | 'renewAccessToken'>) =>
    client.for({
      userAgent: device.userAgent,
      platformVersion: device.platformVersion,
      get deviceId() {
        return device.id
      },
      requestId,
      traceparent: visit.traceparent,
      onCall: visit.onGatewayCall,
      ...tokens,
    })
  const call = callWith({
    accessToken: () => session.accessToken(),
    async renewAccessToken(rejected) {
      const token = await session.renewAccessToken(rejected)
      // When the gateway ends the session during a request, the visitor is redirected to sign-in.
      if (token === null) throw page === null ? toSignInAgain(session, headers) : toSignIn(page)
      return token
    },
  })
  // Responses shared by all visitors are loaded without a token.
  const guestCall = callWith({ accessToken: async () => null, renewAccessToken: async () => null })
  const gateways = createGateways(followCodes(call, { session, page }), publicCache.wrap(guestCall))

  const analytics = new Analytics({
    cookies,
    device,
    requestId,
    // The cookie has the message of a form that redirected to this page.
    isAfterForm: cookies.get('v1_flash') !== null,
    store,
    address,
    queue: events,
  })

  let completeness: ReturnType<typeof checkCompleteness> | undefined
  let chosenStore: ReturnType<typeof loadChosenStore> | undefined
  const context: AppLoadContext = {
    session,
    cookies,
    device,
    operator,
    gateways,
    analytics,
    experiments: new Experiments({
      cookies,
      device,
      analytics,
      store,
      gateways: gateways.account,
    }),
    services: { ...services, limits: services.limits.within(SLOWEST_COUNTS_MS) },
    // Not the whole visit: what a loader does not need, no log and no page can show.
    visit: {
      requestId,
      route,
      traceId,
      address,
      isSuspicious,
      buildId: visit.application.buildId,
    },
    reply: {
      nonce: randomUUID(),
      styleHash: null,
      hasFormErrors: false,
      retryAfter: null,
      card: null,
    },
    completeness: () => (completeness ??= checkCompleteness({ session, gateways })),
    chosenStore: () => (chosenStore ??= loadChosenStore(context)),
  }
  return context
}

/**
 * Only one code of this call means an incomplete profile; any other means a complete one (section
 * 4).
 */
const COMPLETENESS_CHECK = 'GET /v1/keeperid/bunch'
/**
 * Only this call decides whether the shopper exists. After `user_not_found` from another call, the page loses
 * only that call's block.
 */
const PROFILE_READ = 'GET /v1/profile'
/** The profile form shows missing fields itself. */
const PROFILE_CHANGE = 'PATCH /v1/profile'

interface Whereabouts {
  session: Session
  /** Path and query to return to; null for a form's address. */
  page: string | null
}

/**
 * Wraps calls and reacts to codes about the shopper (specification 8.3). An incomplete
 * profile redirects to the missing fields; an unknown shopper is signed out with a notice.
 * @throws Response with the redirect
 */
function followCodes(call: Call, { session, page }: Whereabouts): Call {
  async function follow(endpoint: Endpoint, error: GatewayError): Promise<void> {
    if (endpoint.name === COMPLETENESS_CHECK) return
    const isIncomplete = isIncompleteProfile(error) && endpoint.name !== PROFILE_CHANGE
    const isUnknown = error.code === USER_NOT_FOUND && endpoint.name === PROFILE_READ
    // Codes of a 5xx response say nothing about the shopper.
    if (!error.isClientError || (!isIncomplete && !isUnknown)) return
    if (endpoint.auth === 'none' || !(await session.isSignedIn())) return
    if (isIncomplete) {
      session.completeness = 'incomplete'
      if (page?.startsWith(INCOMPLETE_SCREEN)) return
      throw redirect(withReturnTo(INCOMPLETE_SCREEN, page))
    }
    await session.signOut()
    session.flash({
      type: 'warning',
      title: 'Не нашли вашу карту',
      description: 'Войдите по номеру телефона: если карты больше нет, сразу заведём новую.',
    })
    throw toSignIn(page)
  }

  const ask = call as (endpoint: Endpoint, input?: AnyInput) => Promise<unknown>
  async function followed(endpoint: Endpoint, input?: AnyInput): Promise<unknown> {
    try {
      return await ask(endpoint, input)
    } catch (error) {
      if (error instanceof GatewayError) await follow(endpoint, error)
      throw error
    }
  }
  return followed as Call
}
