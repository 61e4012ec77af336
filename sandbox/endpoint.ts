import { http, HttpResponse, type HttpHandler } from 'msw'
import type { z } from 'zod'

import type { Auth } from '../app/gateways/endpoint.server'
import { refuse } from './responses'
import { receive, record, type ReceivedCall, type Service } from './calls'
import { spoil, type Faults } from './faults'
import { wrongHeader } from './headers'
import type { State } from './state'
import type { User } from './user'

interface Asked<Body, Query, Who> {
  body: Body
  query: Query
  params: Record<string, string>
  user: Who
  request: Request
}

interface Declaration<Body, Query, Who> {
  gateway: Service
  /** As the contract writes it: `GET /v2/goods/{id}`. */
  name: string
  /** `optional`: no token is needed, and a bad one is refused. */
  auth: Auth
  body?: z.ZodType<Body>
  query?: z.ZodType<Query>
  /** A `Response`, or the JSON of a 200. */
  response(asked: Asked<Body, Query, Who>): unknown
}

/** One endpoint of the contract. */
export type Endpoint = Declaration<unknown, unknown, User | undefined>

/** Declares an endpoint without a token, or with an optional one. */
export function open<Body = unknown, Query = unknown>(
  declaration: Omit<Declaration<Body, Query, User | undefined>, 'auth'> & { auth?: 'optional' },
): Endpoint {
  return { auth: 'none', ...declaration } as Endpoint
}

/** Declares an endpoint that requires a token: its handler gets the shopper. */
export function personal<Body = unknown, Query = unknown>(
  declaration: Omit<Declaration<Body, Query, User>, 'auth'>,
): Endpoint {
  return { ...declaration, auth: 'required' } as unknown as Endpoint
}

const BASES: Record<Service, string> = {
  web: '/webgate',
  'magnit-id': '/magnit-id',
  fraud: '/fraud',
  captcha: '/captcha',
}

export interface SandboxContext {
  state: State
  faults: Faults
  calls: ReceivedCall[]
}

/** Makes request handlers of the endpoints: records calls, applies faults, checks headers and tokens. */
export function serve(endpoints: readonly Endpoint[], context: SandboxContext): HttpHandler[] {
  return endpoints.map((endpoint) => {
    const [method = '', path = ''] = endpoint.name.split(' ')
    const pattern = `*${BASES[endpoint.gateway]}${path.replace(/\{(\w+)\}/g, ':$1')}`
    const verb = method.toLowerCase() as 'get' | 'post' | 'put' | 'patch'
    return http[verb](pattern, async ({ request, params }) => {
      const call = await receive(request, endpoint.gateway, endpoint.name, context.state.now())
      record(context.calls, call)
      const user = bearer(request, context.state)
      const response = async () =>
        getResponse(endpoint, { call, request, user, params: params as Record<string, string> })
      const fault = context.faults.take(call, user?.phone ?? phoneIn(call.body))
      return fault ? spoil(fault, request, response) : response()
    })
  })
}

/** Responds with 404 to paths outside the contract, and records the calls. */
export function serveUnknown(context: SandboxContext): HttpHandler[] {
  return Object.values(BASES).map((base) =>
    http.all(`*${base}/*`, ({ request }) => answerUnknown(request, context)),
  )
}

/** The response to an unknown path. */
export async function answerUnknown(
  request: Request,
  { calls, state }: SandboxContext,
): Promise<Response> {
  record(calls, await receive(request, 'unknown', 'unknown', state.now()))
  return refuse(404, 'not_found', 'Такого пути нет')
}

function bearer(request: Request, state: State): User | undefined {
  const [scheme, token] = (request.headers.get('Authorization') ?? '').split(' ')
  return scheme === 'Bearer' && token ? state.userOfToken(token) : undefined
}

function phoneIn(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('phone' in body)) return undefined
  return typeof body.phone === 'string' ? body.phone : undefined
}

interface Received {
  call: ReceivedCall
  request: Request
  user: User | undefined
  params: Record<string, string>
}

async function getResponse(endpoint: Endpoint, received: Received): Promise<Response> {
  const { call, request, user, params } = received
  const header = wrongHeader(request.headers, endpoint.gateway)
  if (header) return refuse(400, 'validationError', `Нет заголовка ${header} или он неверен`)

  const requiresToken =
    endpoint.auth === 'required' ||
    (endpoint.auth === 'optional' && 'authorization' in call.headers)
  if (requiresToken && !user) return refuse(401, 'unauthorized', 'Токена нет или он недействителен')

  const query = endpoint.query?.safeParse(call.query)
  if (query && !query.success) return malformed(query.error)
  const body = endpoint.body?.safeParse(call.body)
  if (body && !body.success) return malformed(body.error)

  const response = await endpoint.response({
    body: body?.data,
    query: query?.data,
    params,
    user,
    request,
  })
  return response instanceof Response ? response : HttpResponse.json(response as object)
}

function malformed(error: z.ZodError): Response {
  const fields = error.issues.map(({ path, code, message }) => ({
    name: path.join('.'),
    code,
    message,
  }))
  return HttpResponse.json(
    { code: 'validationError', message: 'Запрос не по контракту', fields },
    { status: 400 },
  )
}
