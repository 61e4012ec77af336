import type { Sandbox } from '../../sandbox/sandbox'

/** A visitor without a browser: cookies are kept, redirects are not followed. */
export interface Visitor {
  get(path: string, headers?: Record<string, string>): Promise<Response>
  post(
    path: string,
    fields?: Record<string, string>,
    headers?: Record<string, string>,
  ): Promise<Response>
  cookies: Map<string, string>
  /** Another visitor with a copy of these cookies, perhaps at another container. */
  copy(origin?: string): Visitor
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
  async function send(path: string, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers)
    headers.set('Cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    headers.set('User-Agent', 'Mozilla/5.0 (Linux; Android 14) Chrome/132.0.0.0 Mobile Safari')
    const response = await fetch(address + path, { ...init, headers, redirect: 'manual' })
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
    post: (path, fields = {}, headers = {}) =>
      send(path, {
        method: 'POST',
        headers: { Origin: publicOrigin, ...headers },
        body: new URLSearchParams(fields),
      }),
    cookies,
    copy: (other = address) => createVisitor(other, publicOrigin, new Map(cookies)),
  }
}

/** Signs a visitor in by the two forms; the answer is that of the second. */
export async function signIn(
  visitor: Visitor,
  { inbox }: Sandbox,
  phone: string,
): Promise<Response> {
  await visitor.post('/login', { phone })
  return visitor.post('/login/code', { code: inbox.lastCode(phone) ?? '' })
}
