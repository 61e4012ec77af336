import { parseCookie, stringifySetCookie } from 'cookie'
import type { z } from 'zod'

import {
  cookieValues,
  type DismissibleNotice,
  type ValueName,
  type ValueOf,
} from './cookie-values.server'
import { cookieFacts, fullCookieName, type CookieName } from './cookie-catalogue'
import type { Sealer } from './seal.server'

/** Browsers drop a cookie over 4,096 bytes; some count its name and attributes, too. */
const MAX_VALUE_LENGTH = 3800
/** Cookies of one sealed value. Four of them fill the request headers that Node accepts. */
const MAX_PARTS = 4
type StoredName = CookieName | `${CookieName}_${number}`

/** The cookies that one sealed value may fill: the name itself, then with _2, _3 and _4. */
function partNames(name: CookieName): StoredName[] {
  const others = Array.from({ length: MAX_PARTS - 1 }, (_, at) => `${name}_${at + 2}` as const)
  return [name, ...others]
}

interface CookieJarOptions {
  /** True on HTTPS: names have the prefix `__Host-`, cookies the attribute `Secure`. */
  secure: boolean
  sealer: Sealer
}

/** Values are ASCII (sealed ones base64url) and need no encoding. */
const asItIs = (value: string) => value

/**
 * The cookies of one request. Any code may read and change them; `edge/request-handler.ts` takes the changes
 * once, after the application's response.
 */
export class CookieJar {
  readonly #cookies: Map<string, string | undefined>
  readonly #changes = new Map<string, string>()
  /** Opened values of this request: a page reads its session several times. */
  readonly #opened = new Map<CookieName, { sealed: string; value: unknown }>()
  readonly #options: CookieJarOptions
  readonly #isEmpty: boolean

  constructor(header: string | null, options: CookieJarOptions) {
    this.#cookies = new Map(Object.entries(parseCookie(header ?? '', { decode: asItIs })))
    this.#options = options
    this.#isEmpty = this.#cookies.size === 0
  }

  /** True without any cookie: a first visit, or a browser that blocks cookies. */
  get isEmpty(): boolean {
    return this.#isEmpty
  }

  get(name: CookieName): string | null {
    return this.#read(name)
  }

  /** Sets a cookie with the lifetime of the catalogue. */
  set(name: CookieName, value: string): void {
    this.#set(name, value, name)
  }

  delete(name: CookieName): void {
    this.#delete(name)
  }

  /** The value of a cookie in the table of values. */
  read<Name extends ValueName>(name: Name): ValueOf<Name> {
    return cookieValues[name].read(this.get(name)) as ValueOf<Name>
  }

  /** Sets a cookie in the table of values; a value that needs no cookie deletes it. */
  write<Name extends ValueName>(name: Name, value: ValueOf<Name>): void {
    const text = cookieValues[name].write(value as never)
    if (text === null) this.delete(name)
    else this.set(name, text)
  }

  /** Hides a notice for 30 days or for good, depending on its kind. */
  dismiss(key: DismissibleNotice): void {
    if (key === 'install' || key === 'push')
      this.write('v1_declined', [...this.read('v1_declined'), key])
    else this.write('v1_dismissed', [...this.read('v1_dismissed'), key])
  }

  /**
   * The value of a sealed cookie, checked by a schema. Null when absent or unreadable; never
   * throws.
   */
  getSealed<Shape extends z.ZodType>(name: CookieName, shape: Shape): z.output<Shape> | null {
    const sealed = partNames(name)
      .map((part) => this.#read(part) ?? '')
      .join('')
    // Most sealed cookies are absent. Creating an error for each costs more than opening one.
    if (!sealed) return null
    const parsed = shape.safeParse(this.#open(name, sealed))
    return parsed.success ? parsed.data : null
  }

  /**
   * Seals a value into as many cookies as it needs.
   * @throws Error when it needs too many: cut, it would be lost without a word
   */
  setSealed(name: CookieName, value: unknown): void {
    const sealed = this.#options.sealer.seal(name, value, true)
    if (sealed.length > MAX_PARTS * MAX_VALUE_LENGTH)
      throw new Error(`the sealed cookie ${name} needs ${sealed.length} bytes`)
    for (const [index, part] of partNames(name).entries()) {
      const value = sealed.slice(index * MAX_VALUE_LENGTH, (index + 1) * MAX_VALUE_LENGTH)
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

  /** Sets one part with the attributes of the cookie that it belongs to. */
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
