import { randomUUID } from 'node:crypto'

import type { ActionFunctionArgs, AppLoadContext } from '@remix-run/node'
import { afterEach, beforeEach, expect } from 'vitest'

import { createContext } from '../../app/context/context.server'
import { openServices } from '../../app/context/services.server'
import { allEndpoints } from '../../app/gateways/gateways.server'
import type { Sandbox } from '../../sandbox/sandbox'
import { ORIGIN, sandbox } from './open-sandbox'

/** What a loader or an action returned, or what it threw. */
export interface RouteResult<Data = unknown> {
  status: number
  /** What the screen gets; null where there is nothing, as with a redirect. */
  data: Data
  headers: Headers
  /** Where a redirect leads. */
  location: string | null
  /** What the next page will say. */
  flash: { type: string; title: string; description?: string } | null
  /** Whether a limit refused, so that the answer says when to come back. */
  isLimited: boolean
}

export type Handler = (args: ActionFunctionArgs) => unknown
type Params = ActionFunctionArgs['params']
type Answer = Omit<RouteResult, 'flash' | 'isLimited'>

/** What a handler's screen reads; of a redirect or of an error there is none. */
type DataOf<Run extends Handler> = Unwrapped<Awaited<ReturnType<Run>>>
type Unwrapped<Result> = Result extends { type: string; data: infer Data; init: unknown }
  ? Data
  : Result extends Response
    ? never
    : Result

/** Longer than a breaker of the gateways stays open, or remembers. */
const LATER_MS = 15_000
/** Longer than anything public is stored. */
const FORGOTTEN_MS = 48 * 3_600_000

/** The clock of what is stored for everybody, which takes it when it is made; sign-outs read the platform's. */
let forgottenMs = 0
const now = Date.now
Date.now = () => now() + forgottenMs
await openServices()
Date.now = now

/** The clock of breakers and deadlines. */
const clock = performance.now.bind(performance)
let passedMs = 0
performance.now = () => clock() + passedMs

/** Lets the gateways' breakers close again. */
function later(): void {
  passedMs += LATER_MS
}

/** Lets everything that is stored grow too old to be shown. */
function forget(): void {
  forgottenMs += FORGOTTEN_MS
  passedMs += FORGOTTEN_MS
}

/** What can be asked at all: an unknown endpoint counts as zero calls, whatever happens. */
const endpoints = new Set(['*', 'GET /challenge', ...allEndpoints.map(({ name }) => name)])

function declared(endpoint: string): string {
  if (endpoints.has(endpoint)) return endpoint
  throw new Error(`no call is named ${endpoint}`)
}

let lastPhone = 0

/**
 * A new phone: an ordinary shopper with 240 purchases, with `7902` one with a few of each thing, with
 * `7901` one who is not registered.
 */
export function newPhone(beginning: '7905' | '7902' | '7901' = '7905'): string {
  lastPhone += 1
  return `${beginning}${String(lastPhone).padStart(7, '0')}`
}

/**
 * The context of loaders and actions over the sandbox's gateways, without a build and without a
 * server of ours: the same `createContext`, real HTTP to the sandbox in this process. The files
 * of one process share both, and each visitor is somebody else.
 */
export function testContext() {
  // The next file may sign somebody in before its first test.
  afterEach(() => sandbox.faults.clear())
  beforeEach(() => {
    // What failed in one test must not open a breaker in the next one.
    later()
    sandbox.faults.clear()
    sandbox.calls.length = 0
  })

  /** A visitor with a jar of cookies of their own, signed in when a phone is given. */
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
      const { context: own, cookies } = await createContext({
        headers: request.headers,
        page: init.method === 'POST' ? null : path,
        requestId: randomUUID(),
        route: 'test',
        traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00',
        traceId: '0af7651916cd43dd8448eb211c80319c',
        address: '203.0.113.7',
        isSuspicious: false,
        buildId: 'test',
      })
      const context: AppLoadContext = { ...own }
      const answer = await settle(() => handler({ request, params, context }))
      const flash = context.session.readFlash()
      context.session.endFlash()
      for (const change of cookies.changes()) keep(jar, change)
      return {
        ...answer,
        flash: flash as RouteResult['flash'],
        isLimited: context.retryAfter !== null,
      }
    }

    const self = {
      jar,
      /** Looks at a page. */
      load: <Run extends Handler>(
        loader: Run,
        path: string,
        params: Params = {},
        headers: Record<string, string> = {},
      ) =>
        run(loader, path, params, { headers: { Accept: 'text/html', ...headers } }).then(
          asInPage,
        ) as Promise<RouteResult<DataOf<Run>>>,
      /** Sends a form, or the text that a script or a server would post. */
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
      /** Gets something as a script does. */
      fetch: <Run extends Handler>(loader: Run, path: string, headers: Record<string, string>) =>
        run(loader, path, {}, { headers }) as Promise<RouteResult<DataOf<Run>>>,
      /** Does something with the visitor's context. */
      with: (work: (context: AppLoadContext) => unknown) =>
        run(({ context }) => work(context), '/', {}, {}),
    }
    if (phone) await self.with((context) => signIn(context, sandbox, phone))
    return self
  }

  /** A shopper of their own, signed in, with a few of each thing. */
  const shopper = () => signedIn(newPhone('7902'))

  /** The same with as much as shoppers usually have: 240 purchases, 28 coupons. */
  const regularShopper = () => signedIn(newPhone('7905'))

  async function signedIn(phone: string) {
    return { ...(await visitor(phone)), phone, user: sandbox.state.user(phone) }
  }

  /** How often an endpoint was called in this test. */
  const callsOf = (endpoint: string) =>
    sandbox.calls.filter((call) => call.endpoint === declared(endpoint)).length

  /** Every way in which a gateway can be of no use to one endpoint, or to all. */
  const spoil = (name: string, mode: Trouble) => {
    const endpoint = declared(name)
    sandbox.faults.add(mode === 'status' ? { endpoint, mode, status: 500 } : { endpoint, mode })
  }

  /** The gateway refuses: a status of the contract, with its code and the fields it names. */
  const refuse = (endpoint: string, status: number, code: string, ...names: string[]) =>
    sandbox.faults.add({
      endpoint: declared(endpoint),
      mode: 'status',
      status,
      body: { code, message: code, fields: names.map((name) => ({ name, code, message: code })) },
    })

  return { sandbox, visitor, shopper, regularShopper, callsOf, spoil, refuse, later, forget }
}

/** A page's data stand in it as JSON: of what that has no word for, the browser would hear nothing. */
function asInPage(routeResult: RouteResult): RouteResult {
  const { data = null } = routeResult
  expect(JSON.parse(JSON.stringify(data))).toEqual(data)
  return routeResult
}

/** Every text and number of what a screen gets, whole: random ids hold any few digits somewhere. */
export function textsIn(data: unknown): string[] {
  if (typeof data !== 'object' || data === null) return [String(data)]
  return Object.values(data).flatMap(textsIn)
}

/** What happens to a gateway: it fails, hangs up, or answers what the contract does not say. */
export const troubles = ['status', 'reset', 'malformed', 'wrong-types'] as const
export type Trouble = (typeof troubles)[number]

/** Signs in as the gateway's own answers would, without the two forms and their limits. */
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

/** A handler gives a Response, `data(…)` or what its screen shows. */
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
