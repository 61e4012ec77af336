import { randomUUID } from 'node:crypto'

import { request } from 'undici'

import { createSealer } from '../../app/session/seal.server'
import type { Sandbox } from '../../sandbox/sandbox'
import type { User } from '../../sandbox/user'
import { SECRET } from './app-process'

/** A visitor without a browser: stores cookies, does not follow redirects. */
export interface Visitor {
  get(path: string, headers?: Record<string, string>): Promise<Response>
  post(
    path: string,
    fields?: Record<string, string>,
    headers?: Record<string, string>,
  ): Promise<Response>
  /** Posts as the page's script does: text as it is, anything else as JSON. */
  postJson(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>
  /** Sends a request, and disconnects without the response at the given moment. */
  abandon(path: string, when: Promise<unknown>): Promise<void>
  cookies: Map<string, string>
  /** The signed-in shopper of the sandbox; null for a guest. */
  shopper: User | null
  /** Another visitor with a copy of the cookies, perhaps at another container. */
  copy(origin?: string): Visitor
}

interface RequestParts {
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
  signal?: AbortSignal
}

/**
 * @param address where to connect
 * @param publicOrigin the site's own address, when a container listens elsewhere
 */
export function createVisitor(
  address: string,
  publicOrigin = address,
  cookies = new Map<string, string>(),
): Visitor {
  async function send(
    path: string,
    { method = 'GET', headers = {}, body, signal }: RequestParts,
  ): Promise<Response> {
    // Not fetch: it does not allow a Host header.
    const answer = await request(address + path, {
      method,
      body: body ?? null,
      ...(signal && { signal }),
      headers: {
        host: new URL(publicOrigin).host,
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'user-agent': 'Mozilla/5.0 (Linux; Android 14) Chrome/132.0.0.0 Mobile Safari',
        ...headers,
      },
    })
    const bytes = await answer.body.arrayBuffer()
    // An empty response has no body, not an empty one.
    const response = new Response(answer.statusCode === 204 ? null : bytes, {
      status: answer.statusCode,
      headers: Object.entries(answer.headers).flatMap(([name, value]) =>
        [value ?? []].flat().map((each): [string, string] => [name, each]),
      ),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';')
      const at = pair.indexOf('=')
      if (cookie.includes('Max-Age=0')) cookies.delete(pair.slice(0, at))
      else cookies.set(pair.slice(0, at), pair.slice(at + 1))
    }
    return response
  }
  return {
    get: (path, headers = {}) => send(path, { headers }),
    async post(path, fields = {}, headers = {}) {
      // A browser loads the form first, and gets a cookie with it.
      if (cookies.size === 0 && path.startsWith('/login')) await send('/login', {})
      return send(path, {
        method: 'POST',
        headers: {
          origin: publicOrigin,
          'content-type': 'application/x-www-form-urlencoded',
          ...lowerCased(headers),
        },
        body: new URLSearchParams(fields).toString(),
      })
    },
    postJson: (path, body, headers = {}) =>
      send(path, {
        method: 'POST',
        headers: {
          origin: publicOrigin,
          'content-type': 'application/json',
          ...lowerCased(headers),
        },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    async abandon(path, when) {
      const leaving = new AbortController()
      const left = send(path, { signal: leaving.signal }).catch(() => undefined)
      await when
      leaving.abort()
      await left
    },
    cookies,
    shopper: null,
    copy(other = address) {
      return Object.assign(createVisitor(other, publicOrigin, new Map(cookies)), {
        shopper: this.shopper,
      })
    },
  }
}

function lowerCased(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  )
}

/** Signs a visitor in by the two forms; returns the second response. */
export async function signIn(
  visitor: Visitor,
  { inbox, state }: Sandbox,
  phone: string,
): Promise<Response> {
  visitor.shopper = state.user(phone)
  // The onboarding is shown once per device; this device has seen it.
  visitor.cookies.set('v1_onboarded', '1')
  await visitor.post('/login', { phone })
  return visitor.post('/login/code', { code: inbox.lastCode(phone) ?? '' })
}

/**
 * The cookie of a shopper who has just confirmed a code: a post to `/login/code` signs in. SMS are limited
 * by phone, and many tests share a persona.
 */
export function provenPhone({ state }: Sandbox, phone: string): [name: string, value: string] {
  const magnitIDCode = randomUUID()
  const expiresAt = state.now() + 60_000
  state.loginCodes.set(magnitIDCode, { phone, expiresAt, isUsed: false })
  const { userId } = state.user(phone)
  const value = { magnitIDCode, userId, isRegistered: true }
  return ['v1_code', createSealer([SECRET]).seal('v1_code', value)]
}
