import { randomUUID } from 'node:crypto'

import type { ActionFunctionArgs, AppLoadContext } from '@remix-run/node'
import { afterAll, beforeEach } from 'vitest'

import { startSandbox } from '../../sandbox/server'
import type { Sandbox } from '../../sandbox/sandbox'

/** What a loader or an action came to: what it returned, or what it threw. */
export interface Came<Data = unknown> {
  status: number
  /** What the screen gets; null where there is nothing, as with a redirect. */
  data: Data
  /** Where a redirect leads. */
  location: string | null
  /** What the next page will say. */
  flash: { type: string; title: string; description?: string } | null
}

type Handler = (args: ActionFunctionArgs) => unknown
type Params = ActionFunctionArgs['params']

/** What a handler's screen reads; of a redirect or of an error there is none. */
type DataOf<Run extends Handler> = Unwrapped<Awaited<ReturnType<Run>>>
type Unwrapped<Result> = Result extends { type: string; data: infer Data; init: unknown }
  ? Data
  : Result extends Response
    ? never
    : Result

const ORIGIN = 'https://shop.example'

/**
 * The context of loaders and actions over the sandbox's gateways, without a build and without a
 * server of ours: the same `createContext`, real HTTP to the sandbox in this process.
 */
export async function testContext(settings: Record<string, string> = {}) {
  const server = await startSandbox({ port: 0 })
  Object.assign(process.env, {
    PUBLIC_ORIGIN: ORIGIN,
    WEB_GATEWAY_URL: `${server.url}/webgate`,
    MAGNIT_ID_GATEWAY_URL: `${server.url}/magnit-id`,
    FRAUD_PROTECTION_URL: `${server.url}/fraud`,
    CAPTCHA_PROVIDER: 'sandbox',
    IMAGE_ORIGINS: server.url,
    SESSION_SECRETS: 'a-secret-of-the-tests-that-is-long-enough',
    ADDRESS_LIMIT_FACTOR: '0',
    ...settings,
  })
  // Not sooner: the configuration is read once.
  const { createContext } = await import('../../app/context/context.server')
  const { closeServices } = await import('../../app/context/services.server')
  const { sandbox } = server
  beforeEach(() => sandbox.faults.clear())
  afterAll(async () => {
    await closeServices()
    await server.close()
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
    ): Promise<Came> {
      const request = new Request(new URL(path, ORIGIN), {
        ...init,
        headers: { Cookie: cookie(), 'User-Agent': 'Mozilla/5.0 (test)', ...init.headers },
      })
      const { context: own, cookies } = await createContext({
        headers: request.headers,
        page: init.method === 'POST' ? null : path,
        requestId: randomUUID(),
        traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
        nonce: 'nonce',
        address: '203.0.113.7',
        isSuspicious: false,
        buildId: 'test',
      })
      const context: AppLoadContext = { ...own }
      const came = await settle(() => handler({ request, params, context }))
      for (const change of cookies.changes()) keep(jar, change)
      return { ...came, flash: flashOf(context) }
    }

    const self = {
      jar,
      /** Looks at a page. */
      load: <Run extends Handler>(loader: Run, path: string, params: Params = {}) =>
        run(loader, path, params, {}) as Promise<Came<DataOf<Run>>>,
      /** Sends a form. */
      send: <Run extends Handler>(
        action: Run,
        path: string,
        fields: Record<string, string> = {},
        params: Params = {},
      ) =>
        run(action, path, params, {
          method: 'POST',
          body: new URLSearchParams(fields),
        }) as Promise<Came<DataOf<Run>>>,
      /** Does something with the visitor's context. */
      with: (work: (context: AppLoadContext) => unknown) =>
        run(({ context }) => work(context), '/', {}, {}),
    }
    if (phone) await self.with((context) => signIn(context, sandbox, phone))
    return self
  }

  return { sandbox, visitor }
}

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

function flashOf(context: AppLoadContext): Came['flash'] {
  return context.session.takeFlash() as Came['flash']
}

async function settle(run: () => unknown): Promise<Omit<Came, 'flash'>> {
  try {
    return await read(await run())
  } catch (thrown) {
    if (thrown instanceof Error) throw thrown
    return read(thrown)
  }
}

/** A handler gives a Response, `data(…)` or what its screen shows. */
async function read(result: unknown): Promise<Omit<Came, 'flash'>> {
  if (result instanceof Response) {
    const text = await result.text()
    const isJson = result.headers.get('Content-Type')?.includes('json')
    return {
      status: result.status,
      data: isJson ? JSON.parse(text) : text || null,
      location: result.headers.get('Location'),
    }
  }
  const told = result as { type?: string; data: unknown; init: ResponseInit | null } | null
  if (told?.type === 'DataWithResponseInit')
    return { status: told.init?.status ?? 200, data: told.data, location: null }
  return { status: 200, data: result, location: null }
}
