import type { CookieJar } from './cookies.server'

/** What speaks up by itself, and can be switched off on a device: each has its texts in push/quiet-form. */
export const notificationKinds = [
  'deadlines',
  'account',
  'remind-stars',
  'remind-coupons',
  'remind-account',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** What the shopper has switched off on this device, as the cookie of one request holds it. */
export class MutedNotifications {
  readonly #jar: CookieJar

  constructor(jar: CookieJar) {
    this.#jar = jar
  }

  has(name: NotificationKind): boolean {
    return this.names.includes(name)
  }

  /** Those that are switched off; nothing is, until somebody says so. */
  get names(): readonly NotificationKind[] {
    const stored = (this.#jar.get('v1_quiet') ?? '').split('.')
    return notificationKinds.filter((name) => stored.includes(name))
  }

  set names(names: readonly NotificationKind[]) {
    if (names.length > 0) this.#jar.set('v1_quiet', names.join('.'))
    else this.#jar.delete('v1_quiet')
  }
}
