import { createHash, randomUUID } from 'node:crypto'

import { LRUCache } from 'lru-cache'
import { UAParser } from 'ua-parser-js'
import { z } from 'zod'

import { deviceInfo, type DeviceInfo } from '~/domain/device-info'
import { isDeviceId, isUuid, newDeviceId } from '~/domain/ids'
import { readTimeZone } from '~/lib/time-zones'

import type { CookieJar } from './cookies.server'

// Parsing a user agent costs more than the rest of a request's set-up.
const devices = new LRUCache<string, DeviceInfo>({
  max: 1000,
  memoMethod: (userAgent) => {
    const { os, browser } = new UAParser(userAgent).getResult()
    return deviceInfo({
      osName: os.name ?? 'Unknown',
      osVersion: os.version ?? '',
      browserName: browser.name ?? 'Unknown',
      browserVersion: browser.version ?? '',
    })
  },
})

const confirmationSchema = z.object({
  /** A digest. */
  phone: z.string(),
  /** A random id, which limits count. */
  sessionId: z.string(),
  userId: z.string(),
  beganAt: z.number(),
})
/** A confirmed phone; like a session it ends when its shopper signs out everywhere. */
type Confirmation = z.output<typeof confirmationSchema>

/** The visitor's device as the gateways need it (specification 7.2). */
export class Device {
  readonly userAgent: string
  readonly #jar: CookieJar

  constructor(jar: CookieJar, userAgent: string | null) {
    this.#jar = jar
    // The gateways refuse calls without a user agent, and a header holds printable ASCII only.
    const printable = (userAgent ?? '').replace(/[^\x20-\x7e]/g, '').trim()
    this.userAgent = printable.slice(0, 256) || 'Unknown'
  }

  /** What the user agent says. */
  get info(): DeviceInfo {
    return devices.memo(this.userAgent)
  }

  /** `Android Chrome 132`. */
  get platformVersion(): string {
    const { osName, browserName, browserVersion } = this.info
    return `${osName} ${browserName} ${Number.parseInt(browserVersion) || 0}`
  }

  /** The time zone that the browser's script has reported; null before that. */
  get timeZone(): string | null {
    return readTimeZone(this.#jar.get('v1_zone'))
  }

  /** True when the request has a cookie, so the browser accepts cookies. */
  get keepsCookies(): boolean {
    return !this.#jar.isEmpty
  }

  /** The device id; null before it was created. */
  get existingId(): string | null {
    const id = this.#jar.get('v1_device')
    return id && isDeviceId(id) ? id : null
  }

  /** The device id, created for the visitor's first form or gateway call. */
  get id(): string {
    const { existingId } = this
    if (existingId) return existingId
    const id = newDeviceId()
    this.#jar.set('v1_device', id)
    return id
  }

  /** The split id of experiments and anonymous id of analytics; null until assigned. */
  get uuid(): string | null {
    const uuid = this.#jar.get('v1_uuid')
    return uuid && isUuid(uuid) ? uuid : null
  }

  /**
   * Assigns a random id if there is none: for experiments at sign-in, for analytics after consent.
   */
  assignUuid(): string {
    const existing = this.uuid
    if (existing) return existing
    const uuid = crypto.randomUUID()
    this.#jar.set('v1_uuid', uuid)
    return uuid
  }

  /** Removes the id of a guest who withdraws the analytics consent. */
  forgetUuid(): void {
    this.#jar.delete('v1_uuid')
  }

  /** The confirmation of this phone on this device; null for a device that never confirmed it. */
  confirmation(phone: string): Confirmation | null {
    const found = this.#jar.getSealed('v1_known', confirmationSchema)
    return found?.phone === getDigest(phone) ? found : null
  }

  /**
   * Records that the phone was confirmed here, in place of any other. The record outlives signing out, when
   * SMS are limited.
   */
  confirm(phone: string, userId: string): void {
    const facts = { sessionId: randomUUID(), userId, beganAt: Date.now() }
    this.#jar.setSealed('v1_known', { phone: getDigest(phone), ...facts })
  }

  /** Stores the id that the fraud protection gave this browser's session (specification 7.23). */
  rememberFraudCheck(ksid: string): void {
    if (/^[\w.-]{1,256}$/.test(ksid)) this.#jar.set('v1_ksid', ksid)
  }
}

function getDigest(phone: string): string {
  return createHash('sha256').update(phone).digest('base64url').slice(0, 16)
}
