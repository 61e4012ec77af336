import { randomUUID } from 'node:crypto'

import type { ActionFunctionArgs, AppLoadContext } from '@remix-run/node'
import { afterEach, beforeEach, expect } from 'vitest'

import { guard } from '../../app/context/guard.server'
import { createContext, openCookies } from '../../app/context/context.server'
import { openServices } from '../../app/context/services.server'
import { allEndpoints } from '../../app/gateways/gateways.server'
import type { Sandbox } from '../../sandbox/sandbox'
import { ORIGIN, sandbox } from './open-sandbox'
import { routeOf } from './routes'

/** The result of a loader or an action, returned or thrown. */
export interface RouteResult<Data = unknown> {
  status: number
  /** Data of the screen; null for a redirect. */
  data: Data
  headers: Headers
  /** Target of a redirect. */
  location: string | null
  /** Notice of the next page. */
  flash: { type: string; title: string; description?: string } | null
  /** Whether a limit refused, with a time to retry. */
  isLimited: boolean
}

export type Handler = (args: ActionFunctionArgs) => unknown
type Params = ActionFunctionArgs['params']
type Answer = Omit<RouteResult, 'flash' | 'isLimited'>

/** Data that a handler's screen reads; redirects and errors have none. */
type DataOf<Run extends Handler> = Unwrapped<Awaited<ReturnType<Run>>>
type Unwrapped<Result> = Result extends { type: string; data: infer Data; init: unknown }
  ? Data
  : Result extends Response
    ? never
    : Result

/** Longer than a breaker stays open or remembers. */
const LATER_MS = 15_000
/** Longer than any public cache. */
const FORGOTTEN_MS = 48 * 3_600_000

/**
 * Offset of the shared caches' clock, which reads it when it is created; revoked sessions read the
 * platform's.
 */
let forgottenMs = 0
const now = Date.now
Date.now = () => now() + forgottenMs
await openServices()
Date.now = now

/** Clock of breakers and deadlines. */
const clock = performance.now.bind(performance)
let passedMs = 0
performance.now = () => clock() + passedMs

/** Lets the gateways' breakers close. */
function later(): void {
  passedMs += LATER_MS
}

/** Expires everything that is cached. */
function forget(): void {
  forgottenMs += FORGOTTEN_MS
  passedMs += FORGOTTEN_MS
}

/** Callable endpoints: an unknown name would always count zero calls. */
const endpoints = new Set(['*', 'GET /challenge', ...allEndpoints.map(({ name }) => name)])

function declared(endpoint: string): string {
  if (endpoints.has(endpoint)) return endpoint
  throw new Error(`no call is named ${endpoint}`)
}

let lastPhone = 0

/**
 * A new phone: an ordinary shopper with 240 purchases; with `7902` few of each thing, with `7901` not
 * registered.
 */
export function newPhone(beginning: '7905' | '7902' | '7901' = '7905'): string {
  lastPhone += 1
  return `${beginning}${String(lastPhone).padStart(7, '0')}`
}

/**
 * The context of loaders and actions over the sandbox's gateways, without a build and a server: the product's
 * own `createContext`, HTTP to the sandbox in this process. The files of a process share both; each visitor
 * is another one.
 */
export function testContext() {
  // The next file may sign a shopper in before its first test.
  afterEach(() => sandbox.faults.clear())
  beforeEach(() => {
    // A failure in one test must not open a breaker in the next.
    later()
    sandbox.faults.clear()
    sandbox.calls.length = 0
  })

  /** A visitor with a cookie jar, signed in when a phone is given. */
  async function visitor(phone?: string) {
    const jar = new Map<string, string>()
    const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')

    async function run(
      handler: Handler,
      path: string,
      params: Params,
      init: RequestInit,
    ): Promise<RouteResult> {
      const request = new Request(new URL(path, ORIGIN), {
        ...init,
        headers: { Cookie: cookie(), 'User-Agent': 'Mozilla/5.0 (test)', ...init.headers },
      })
      const { cookies } = await openCookies(cookie())
      const visit = {
        requestId: randomUUID(),
        route: 'test',
        traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00',
        traceId: '0af7651916cd43dd8448eb211c80319c',
        address: '203.0.113.7',
        isSuspicious: false,
        application: { buildId: 'test' },
        cookies,
      }
      const page = init.method === 'POST' ? null : path
      const context = await createContext(visit, { headers: request.headers, page })
      const response = await settle(async () => {
        return guard(routeOf(path), handler, { request, params, context })
      })
      const flash = context.session.readFlash()
      context.session.endFlash()
      for (const change of cookies.changes()) keep(jar, change)
      return {
        ...response,
        flash: flash as RouteResult['flash'],
        isLimited: context.reply.retryAfter !== null,
      }
    }

    const self = {
      jar,
      /** Runs a loader. */
      load: <Run extends Handler>(
        loader: Run,
        path: string,
        params: Params = {},
        headers: Record<string, string> = {},
      ) =>
        run(loader, path, params, { headers: { Accept: 'text/html', ...headers } })
          .then(asInPage)
          .then(withoutFormId) as Promise<RouteResult<DataOf<Run>> & { formId: string }>,
      /** Runs an action with a form, or with the text of a script or a server. */
      send: <Run extends Handler>(
        action: Run,
        path: string,
        fields: Record<string, string> | string = {},
        params: Params = {},
        headers: Record<string, string> = {},
      ) =>
        run(action, path, params, {
          method: 'POST',
          headers,
          body: typeof fields === 'string' ? fields : new URLSearchParams(fields),
        }).then(asInPage) as Promise<RouteResult<DataOf<Run>>>,
      /** Requests something as a script does. */
      fetch: <Run extends Handler>(loader: Run, path: string, headers: Record<string, string>) =>
        run(loader, path, {}, { headers }) as Promise<RouteResult<DataOf<Run>>>,
      /** Runs some code with the visitor's context. */
      with: (work: (context: AppLoadContext) => unknown) =>
        run(({ context }) => work(context), '/', {}, {}),
    }
    // As the sign-in page does.
    await self.with(({ device }) => device.id)
    if (phone) await self.with((context) => signIn(context, sandbox, phone))
    return self
  }

  /** A new signed-in shopper with a few of each thing. */
  const shopper = () => signedIn(newPhone('7902'))

  /** The same with usual amounts: 240 purchases, 28 coupons. */
  const regularShopper = () => signedIn(newPhone('7905'))

  async function signedIn(phone: string) {
    return { ...(await visitor(phone)), phone, user: sandbox.state.user(phone) }
  }

  /** Calls of an endpoint in this test. */
  const getCalls = (endpoint: string) =>
    sandbox.calls.filter((call) => call.endpoint === declared(endpoint)).length

  /** Makes the calls of an endpoint fail; `*` means all endpoints. */
  const spoil = (name: string, mode: Trouble) => {
    const endpoint = declared(name)
    sandbox.faults.add(mode === 'status' ? { endpoint, mode, status: 500 } : { endpoint, mode })
  }

  /** The gateway refuses: a status of the contract, with its code and fields. */
  const refuse = (endpoint: string, status: number, code: string, ...names: string[]) =>
    sandbox.faults.add({
      endpoint: declared(endpoint),
      mode: 'status',
      status,
      body: { code, message: code, fields: names.map((name) => ({ name, code, message: code })) },
    })

  return { sandbox, visitor, shopper, regularShopper, getCalls, spoil, refuse, later, forget }
}

/** Each screen's data have the id of its forms, which most tests do not compare. */
function withoutFormId(routeResult: RouteResult): RouteResult & { formId: string } {
  if (!(routeResult.data instanceof Object && 'formId' in routeResult.data))
    return { ...routeResult, formId: '' }
  const { formId, ...data } = routeResult.data
  return { ...routeResult, data, formId: String(formId) }
}

/** Data are sent as JSON: values without a JSON form would get lost. */
function asInPage(routeResult: RouteResult): RouteResult {
  const { data = null } = routeResult
  expect(JSON.parse(JSON.stringify(data))).toEqual(data)
  return routeResult
}

/** Every text and number of a screen's data, whole: random ids contain any few digits. */
export function textsIn(data: unknown): string[] {
  if (typeof data !== 'object' || data === null) return [String(data)]
  return Object.values(data).flatMap(textsIn)
}

/** Failures of a gateway: a status, a lost connection, invalid responses. */
export const troubles = ['status', 'reset', 'malformed', 'wrong-types'] as const
export type Trouble = (typeof troubles)[number]

/** Signs in by the gateway's responses, without the two forms and their limits. */
async function signIn(
  { session, gateways }: AppLoadContext,
  { state }: Sandbox,
  phone: string,
): Promise<null> {
  const magnitIDCode = randomUUID()
  state.loginCodes.set(magnitIDCode, { phone, expiresAt: state.now() + 60_000, isUsed: false })
  session.signIn(await gateways.identity.exchangeCode(magnitIDCode), state.user(phone).userId)
  return null
}

function keep(jar: Map<string, string>, change: string): void {
  const [pair = ''] = change.split(';')
  const at = pair.indexOf('=')
  if (change.includes('Max-Age=0')) jar.delete(pair.slice(0, at))
  else jar.set(pair.slice(0, at), pair.slice(at + 1))
}

async function settle(run: () => unknown): Promise<Answer> {
  try {
    return await read(await run())
  } catch (thrown) {
    if (thrown instanceof Error) throw thrown
    return read(thrown)
  }
}

/** A handler returns a Response, `data(…)` or the screen's data. */
async function read(result: unknown): Promise<Answer> {
  if (result instanceof Response) {
    const text = await result.text()
    const isJson = result.headers.get('Content-Type')?.includes('json')
    return {
      status: result.status,
      headers: result.headers,
      data: isJson ? JSON.parse(text) : text || null,
      location: result.headers.get('Location'),
    }
  }
  const wrapped = result as { type?: string; data: unknown; init: ResponseInit | null } | null
  if (wrapped?.type === 'DataWithResponseInit')
    return {
      status: wrapped.init?.status ?? 200,
      headers: new Headers(wrapped.init?.headers),
      data: wrapped.data,
      location: null,
    }
  return { status: 200, headers: new Headers(), data: result, location: null }
}
