import { createHash } from 'node:crypto'

import { LRUCache } from 'lru-cache'
import { UAParser } from 'ua-parser-js'
import { z } from 'zod'

import { boundedList } from '~/lib/bounded.server'
import { isDeviceId, isUuid, newDeviceId } from '~/lib/ids'
import { readTimeZone } from '~/lib/time-zone.server'

import type { CookieJar } from './cookies.server'

export const themes = ['light', 'dark'] as const
/** The colours that the visitor chose; null follows the system. */
export type Theme = (typeof themes)[number] | null

export const starts = ['today', 'card'] as const
/** What the installed application opens first: the main screen, or the card at once. */
export type Start = (typeof starts)[number]

interface Platform {
  os: string
  browser: string
  /** Major version. */
  version: string
}

// Parsing a user agent costs more than everything else in a request's set-up.
const platforms = new LRUCache<string, Platform>({ max: 1000 })

function readPlatform(userAgent: string): Platform {
  const existing = platforms.get(userAgent)
  if (existing) return existing
  const { os, browser } = new UAParser(userAgent).getResult()
  const platform = {
    os: os.name ?? 'Unknown',
    browser: browser.name ?? 'Unknown',
    version: browser.major ?? '0',
  }
  platforms.set(userAgent, platform)
  return platform
}

const MOST_CONFIRMED_PHONES = 5
const phonesSchema = boundedList(z.string(), { max: MOST_CONFIRMED_PHONES })

/** The visitor's device, as the gateways want to know it (section 3, Device info). */
export class Device {
  readonly userAgent: string
  readonly #jar: CookieJar

  constructor(jar: CookieJar, userAgent: string | null) {
    this.#jar = jar
    // The gateways refuse calls without one, and a header holds printable ASCII only.
    const printable = (userAgent ?? '').replace(/[^\x20-\x7e]/g, '').trim()
    this.userAgent = printable.slice(0, 256) || 'Unknown'
  }

  /** `Android Chrome 132`. */
  get platformVersion(): string {
    const { os, browser, version } = readPlatform(this.userAgent)
    return `${os} ${browser} ${version}`
  }

  /** `Android`, `iOS`, `Windows`; `Unknown` where the browser does not tell. */
  get os(): string {
    return readPlatform(this.userAgent).os
  }

  /** `Chrome`, `Mobile Safari`, `Firefox`; `Unknown` where it does not tell. */
  get browser(): string {
    return readPlatform(this.userAgent).browser
  }

  get theme(): Theme {
    return themes.find((theme) => theme === this.#jar.get('v1_theme')) ?? null
  }

  set theme(theme: Theme) {
    if (theme) this.#jar.set('v1_theme', theme)
    else this.#jar.delete('v1_theme')
  }

  get start(): Start {
    return this.#jar.get('v1_start') === 'card' ? 'card' : 'today'
  }

  set start(start: Start) {
    if (start === 'card') this.#jar.set('v1_start', start)
    else this.#jar.delete('v1_start')
  }

  /** The zone that the browser's clock is in, as its script reported; null as long as none did. */
  get timeZone(): string | null {
    return readTimeZone(this.#jar.get('v1_zone'))
  }

  /** Whether the browser has sent a cookie, so that it keeps them. */
  get keepsCookies(): boolean {
    return !this.#jar.isEmpty
  }

  /** Gives a browser without cookies one: its next request tells whether it keeps them. */
  offerCookie(): void {
    // The getter makes one, unless a gateway was called with one already.
    if (!this.keepsCookies) void this.id
  }

  /** The device id; made when a gateway is first called for this visitor. */
  get id(): string {
    const existing = this.#jar.get('v1_device')
    if (existing && isDeviceId(existing)) return existing
    const id = newDeviceId()
    this.#jar.set('v1_device', id)
    return id
  }

  /** The split-id of the experiments and the anonymous id of analytics; null until there is one. */
  get uuid(): string | null {
    const uuid = this.#jar.get('v1_uuid')
    return uuid && isUuid(uuid) ? uuid : null
  }

  /**
   * Gives the visitor a random id, if there is none yet: for the experiments at a sign-in, for
   * analytics with the first event after consent.
   */
  assignUuid(): string {
    const existing = this.uuid
    if (existing) return existing
    const uuid = crypto.randomUUID()
    this.#jar.set('v1_uuid', uuid)
    return uuid
  }

  /** A guest who takes the consent back has no id any longer. */
  forgetUuid(): void {
    this.#jar.delete('v1_uuid')
  }

  /** Whether somebody proved on this device to have this phone. */
  knows(phone: string): boolean {
    return this.#confirmedPhones().includes(digestOf(phone))
  }

  /** Notes that the phone was proven here. It outlives signing out, when it is of use. */
  remember(phone: string): void {
    const phones = new Set([digestOf(phone), ...this.#confirmedPhones()])
    this.#jar.setSealed('v1_known', [...phones].slice(0, MOST_CONFIRMED_PHONES))
  }

  #confirmedPhones(): string[] {
    return this.#jar.getSealed('v1_known', phonesSchema) ?? []
  }

  /** What the fraud protection answered, for this browser session (section 7). */
  rememberFraudCheck(ksid: string): void {
    if (/^[\w.-]{1,256}$/.test(ksid)) this.#jar.set('v1_ksid', ksid)
  }
}

function digestOf(phone: string): string {
  return createHash('sha256').update(phone).digest('base64url').slice(0, 16)
}
