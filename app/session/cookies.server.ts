import { parseCookie, stringifySetCookie } from 'cookie'
import type { z } from 'zod'

import { cookieFacts, fullCookieName, type CookieName } from './cookie-catalogue'
import type { Sealer } from './seal.server'

/** Browsers drop a cookie of over 4,096 bytes, by some counts with its name and attributes. */
const LONGEST_VALUE = 3800
/** Parts of one sealed value; all of them fill the headers that Node takes of a request. */
const MOST_PARTS = 4
type StoredName = CookieName | `${CookieName}_${number}`

/** The cookies that one sealed value may fill: its own, then the same name with _2, _3 and _4. */
function partNames(name: CookieName): StoredName[] {
  const others = Array.from({ length: MOST_PARTS - 1 }, (_, at) => `${name}_${at + 2}` as const)
  return [name, ...others]
}

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
    const sealed = partNames(name)
      .map((part) => this.#read(part) ?? '')
      .join('')
    // Most visitors have none of most: to make an error of each would cost more than to open one.
    if (!sealed) return null
    const parsed = shape.safeParse(this.#open(name, sealed))
    return parsed.success ? parsed.data : null
  }

  setSealed(name: CookieName, value: unknown): void {
    const sealed = this.#options.sealer.seal(name, value, true)
    for (const [index, part] of partNames(name).entries()) {
      const value = sealed.slice(index * LONGEST_VALUE, (index + 1) * LONGEST_VALUE)
      if (value) this.#set(part, value, name)
      else this.#delete(part)
    }
  }

  deleteSealed(name: CookieName): void {
    for (const part of partNames(name)) this.#delete(part)
  }

  /** One `Set-Cookie` value per changed cookie. */
  changes(): string[] {
    return [...this.#changes.values()]
  }

  #open(name: CookieName, sealed: string): unknown {
    const openedCookie = this.#opened.get(name)
    if (openedCookie?.sealed === sealed) return openedCookie.value
    const value = this.#options.sealer.open(name, sealed)
    this.#opened.set(name, { sealed, value })
    return value
  }

  #read(name: StoredName): string | null {
    return this.#cookies.get(this.#full(name)) || null
  }

  /** A part lives as long as the cookie it belongs to. */
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
