import { parseCookie, stringifySetCookie } from 'cookie'
import type { z } from 'zod/v4'

import { cookieFacts, fullCookieName, type CookieName } from './cookie-catalogue'
import type { Sealer } from './seal.server'

/** A sealed value above this many characters goes into two cookies: browsers drop longer ones. */
const LONGEST_VALUE = 3800
const SECOND_HALF = '_2'
type StoredName = CookieName | `${CookieName}${typeof SECOND_HALF}`

export interface CookieJarOptions {
  /** True behind https: the names carry `__Host-` and the cookies `Secure`. */
  secure: boolean
  sealer: Sealer
}

/** Values are plain ASCII (sealed ones base64url): taken and sent as they are. */
const asItIs = (value: string) => value

/**
 * The cookies of one request: read from its header, changed by anyone during it, and written
 * once, by `server.ts`, whatever the answer turns out to be.
 */
export class CookieJar {
  readonly #cookies: Map<string, string | undefined>
  readonly #changes = new Map<string, string>()
  /** What was opened, for this request alone: one page asks for its session three times. */
  readonly #opened = new Map<CookieName, { sealed: string; value: unknown }>()
  readonly #options: CookieJarOptions
  readonly #isEmpty: boolean

  constructor(header: string | null, options: CookieJarOptions) {
    this.#cookies = new Map(Object.entries(parseCookie(header ?? '', { decode: asItIs })))
    this.#options = options
    this.#isEmpty = this.#cookies.size === 0
  }

  /** Whether the request brought no cookie at all: a first visit, or a browser that keeps none. */
  get isEmpty(): boolean {
    return this.#isEmpty
  }

  get(name: CookieName): string | null {
    return this.#read(name)
  }

  /** Sets a cookie for as long as the catalogue says. */
  set(name: CookieName, value: string): void {
    this.#set(name, value, name)
  }

  delete(name: CookieName): void {
    this.#delete(name)
  }

  /** The sealed value of a cookie in the shape asked for; unreadable is absent, never an error. */
  getSealed<Shape extends z.ZodType>(name: CookieName, shape: Shape): z.output<Shape> | null {
    const sealed = (this.#read(name) ?? '') + (this.#read(`${name}${SECOND_HALF}`) ?? '')
    // Most visitors have none of most: to make an error of each would cost more than to open one.
    if (!sealed) return null
    const parsed = shape.safeParse(this.#open(name, sealed))
    return parsed.success ? parsed.data : null
  }

  setSealed(name: CookieName, value: unknown): void {
    const sealed = this.#options.sealer.seal(name, value)
    this.#set(name, sealed.slice(0, LONGEST_VALUE), name)
    const rest = sealed.slice(LONGEST_VALUE)
    if (rest) this.#set(`${name}${SECOND_HALF}`, rest, name)
    else this.#delete(`${name}${SECOND_HALF}`)
  }

  deleteSealed(name: CookieName): void {
    this.#delete(name)
    this.#delete(`${name}${SECOND_HALF}`)
  }

  /** One `Set-Cookie` value per changed cookie. */
  changes(): string[] {
    return [...this.#changes.values()]
  }

  #open(name: CookieName, sealed: string): unknown {
    const known = this.#opened.get(name)
    if (known?.sealed === sealed) return known.value
    const value = this.#options.sealer.open(name, sealed)
    this.#opened.set(name, { sealed, value })
    return value
  }

  #read(name: StoredName): string | null {
    return this.#cookies.get(this.#full(name)) || null
  }

  /** A second half lives as long as the cookie it belongs to. */
  #set(name: StoredName, value: string, owner: CookieName): void {
    const { seconds, isReadable = false } = cookieFacts(owner)
    this.#cookies.set(this.#full(name), value)
    this.#write(name, value, seconds, isReadable)
  }

  #delete(name: StoredName): void {
    if (this.#cookies.delete(this.#full(name))) this.#write(name, '', 0, false)
  }

  #full(name: StoredName): string {
    return fullCookieName(name, this.#options.secure)
  }

  #write(name: StoredName, value: string, maxAge: number | null, readable: boolean): void {
    const cookie = stringifySetCookie(
      {
        name: this.#full(name),
        value,
        path: '/',
        sameSite: 'lax',
        maxAge: maxAge ?? undefined,
        secure: this.#options.secure,
        httpOnly: !readable,
      },
      { encode: asItIs },
    )
    this.#changes.set(name, cookie)
  }
}
