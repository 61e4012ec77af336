import type { z } from 'zod/v4'

import type { Sealer } from './seal.server'

/** Lives of our cookies in seconds (specification, section 9). */
export const LIFE = {
  session: null,
  code: 3600,
  year: 31556952,
  incompleteProfile: 31540000,
} as const

/** A sealed value above this many characters goes into two cookies: browsers drop longer ones. */
const LONGEST_VALUE = 3800
const SECOND_HALF = '_2'

export interface CookieJarOptions {
  /** True behind https: the names carry `__Host-` and the cookies `Secure`. */
  secure: boolean
  sealer: Sealer
}

interface Attributes {
  /** Seconds, or null for a cookie that ends with the browser session. */
  maxAge: number | null
  /** Scripts may read it. */
  readable?: boolean
}

function parse(header: string): Map<string, string> {
  const cookies = new Map<string, string>()
  for (const pair of header.split(';')) {
    const at = pair.indexOf('=')
    if (at < 1) continue
    const name = pair.slice(0, at).trim()
    if (!cookies.has(name)) cookies.set(name, pair.slice(at + 1).trim())
  }
  return cookies
}

/**
 * The cookies of one request: read from its header, changed by anyone during it, and written
 * once, by `server.ts`, whatever the answer turns out to be.
 */
export class CookieJar {
  readonly #cookies: Map<string, string>
  readonly #changes = new Map<string, string>()
  readonly #options: CookieJarOptions

  constructor(header: string | null, options: CookieJarOptions) {
    this.#cookies = parse(header ?? '')
    this.#options = options
  }

  get(name: string): string | null {
    return this.#cookies.get(this.#full(name)) || null
  }

  set(name: string, value: string, { maxAge, readable = false }: Attributes): void {
    this.#cookies.set(this.#full(name), value)
    this.#write(name, value, maxAge, readable)
  }

  delete(name: string): void {
    if (!this.#cookies.delete(this.#full(name))) return
    this.#write(name, '', 0, false)
  }

  /** The sealed value of a cookie in the shape asked for; unreadable is absent, never an error. */
  getSealed<Shape extends z.ZodType>(name: string, shape: Shape): z.output<Shape> | null {
    const sealed = (this.get(name) ?? '') + (this.get(name + SECOND_HALF) ?? '')
    const parsed = shape.safeParse(sealed && this.#options.sealer.open(name, sealed))
    return parsed.success ? parsed.data : null
  }

  setSealed(name: string, value: unknown, attributes: Attributes): void {
    const sealed = this.#options.sealer.seal(name, value)
    this.set(name, sealed.slice(0, LONGEST_VALUE), attributes)
    const rest = sealed.slice(LONGEST_VALUE)
    if (rest) this.set(name + SECOND_HALF, rest, attributes)
    else this.delete(name + SECOND_HALF)
  }

  deleteSealed(name: string): void {
    this.delete(name)
    this.delete(name + SECOND_HALF)
  }

  /** One `Set-Cookie` value per changed cookie. */
  changes(): string[] {
    return [...this.#changes.values()]
  }

  #full(name: string): string {
    return this.#options.secure ? `__Host-${name}` : name
  }

  #write(name: string, value: string, maxAge: number | null, readable: boolean): void {
    const parts = [`${this.#full(name)}=${value}`, 'Path=/', 'SameSite=Lax']
    if (maxAge !== null) parts.push(`Max-Age=${maxAge}`)
    if (this.#options.secure) parts.push('Secure')
    if (!readable) parts.push('HttpOnly')
    this.#changes.set(name, parts.join('; '))
  }
}
