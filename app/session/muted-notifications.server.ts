import type { CookieJar } from './cookies.server'

/** Notifications that a shopper can mute on a device; push/muted-notifications-form has their texts. */
export const notificationKinds = ['deadlines', 'account'] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** Notifications muted on this device, stored in a cookie. */
export class MutedNotifications {
  readonly #jar: CookieJar

  constructor(jar: CookieJar) {
    this.#jar = jar
  }

  has(name: NotificationKind): boolean {
    return this.names.includes(name)
  }

  /** The muted kinds; empty by default. */
  get names(): readonly NotificationKind[] {
    const stored = (this.#jar.get('v1_quiet') ?? '').split('.')
    return notificationKinds.filter((name) => stored.includes(name))
  }

  set names(names: readonly NotificationKind[]) {
    if (names.length > 0) this.#jar.set('v1_quiet', names.join('.'))
    else this.#jar.delete('v1_quiet')
  }
}
