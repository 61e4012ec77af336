import type { IncomingMessage, ServerResponse } from 'node:http'

import type * as entry from '../app/entry.server'
import type { Application, FrameworkBuild } from '../app/framework/application.server'
import { bodyPolicyOf, type BodyPolicy } from './body-policy'
import type { RequestTrace } from './request-trace'

/** The build of the product with what its entry module gives to the edge. */
export type Build = FrameworkBuild & { entry: { module: typeof entry } }

/** One request on its way through the steps, and what they found out about it. */
export interface RequestContext {
  request: IncomingMessage
  response: ServerResponse
  /** Path and query as they were asked for. */
  url: string
  visit: RequestTrace
  application: Application
  /** What that route takes by POST. */
  bodyPolicy: BodyPolicy
  /** The client's address, as far as proxies can be trusted. */
  address: string
  /** More was asked of signing in from this address than people do. */
  isSuspicious: boolean
  body: Buffer<ArrayBuffer>
  /** Gives back whatever was counted for it; each is called once, however it ends. */
  releases: (() => void)[]
}

/** Why a request goes no further, as its HTTP status. */
export type Refusal = 400 | 401 | 403 | 404 | 405 | 413 | 415 | 421

/** Why a request is not answered now, and when it will be. */
export interface RetryLater {
  /** 429: too many from this address; 503: too many from everybody. */
  status: 429 | 503
  retryAfterSeconds: number
}

/** It was answered; or why it is not, now or at all; null passes it on to the next step. */
export type MiddlewareResult = 'answered' | Refusal | RetryLater | null

/** One thing that happens to a request before, or instead of, being asked of the application. */
export type Middleware = (
  requestContext: RequestContext,
) => MiddlewareResult | Promise<MiddlewareResult>

/** A request with only its id so far. */
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
    bodyPolicy: bodyPolicyOf(''),
    address: '',
    isSuspicious: false,
    body: Buffer.alloc(0),
    releases: [],
  }
}
