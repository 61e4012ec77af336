import type { IncomingMessage, ServerResponse } from 'node:http'

import type * as entry from '../app/entry.server'
import type { Application, FrameworkBuild } from '../app/framework/application.server'
import { getBodyPolicy, type BodyPolicy } from './body-policy'
import type { RequestTrace } from './request-trace'

/** The framework's build, with the exports of its entry module that the edge uses. */
export type Build = FrameworkBuild & { entry: { module: typeof entry } }

/** One request on its way through the middleware, with the results so far. */
export interface RequestContext {
  request: IncomingMessage
  response: ServerResponse
  /** Path and query as requested. */
  url: string
  visit: RequestTrace
  application: Application
  /** What its route accepts by POST. */
  bodyPolicy: BodyPolicy
  /** The client's address, through trusted proxies only. */
  address: string
  /** Id of the session in its cookies, authentic but perhaps revoked; null for a guest. */
  sessionId: string | null
  cookies: Awaited<ReturnType<typeof entry.openCookies>>['cookies'] | undefined
  /** Whether this address has made more sign-in attempts than people do. */
  isSuspicious: boolean
  body: Buffer<ArrayBuffer>
  /** Functions that return the request's slots and memory to the limits; each is called once. */
  releases: (() => void)[]
}

/** The HTTP status of a refused request. */
export type Refusal = 400 | 401 | 403 | 404 | 405 | 413 | 415 | 421

/** A refusal with the time at which a retry is possible. */
export interface RetryLater {
  /** 429 for too many requests of this address, 503 for too many of all. */
  status: 429 | 503
  retryAfterSeconds: number
}

/** `answered`, a refusal, or null for the next middleware. */
export type MiddlewareResult = 'answered' | Refusal | RetryLater | null

/** One step of a request before, or instead of, the application. */
export type Middleware = (
  requestContext: RequestContext,
) => MiddlewareResult | Promise<MiddlewareResult>

export function createRequestContext(
  request: IncomingMessage,
  response: ServerResponse,
  { visit, application }: Pick<RequestContext, 'visit' | 'application'>,
): RequestContext {
  return {
    request,
    response,
    url: request.url ?? '',
    visit,
    application,
    bodyPolicy: getBodyPolicy(''),
    address: '',
    sessionId: null,
    cookies: undefined,
    isSuspicious: false,
    body: Buffer.alloc(0),
    releases: [],
  }
}
