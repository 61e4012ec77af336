import type { CookieJar } from './cookies.server'

/** Notices on the main screen that a shopper can dismiss for 30 days. */
const postponedNotices = ['finish-profile', 'survey'] as const
/** Notices that never return on this device after they were followed or dismissed. */
const singleNotices = ['install', 'push'] as const
export const dismissibleNotices = [...postponedNotices, ...singleNotices] as const
export type DismissibleNotice = (typeof dismissibleNotices)[number]

/** Notices dismissed on this device, stored in cookies. */
export class DismissedNotices {
  readonly #jar: CookieJar

  constructor(jar: CookieJar) {
    this.#jar = jar
  }

  /** True when the three onboarding steps were shown. */
  get hasSeenOnboarding(): boolean {
    return this.#jar.get('v1_onboarded') === '1'
  }

  noteOnboarding(): void {
    if (!this.hasSeenOnboarding) this.#jar.set('v1_onboarded', '1')
  }

  isDismissed(key: string): boolean {
    return [...this.#postponed(), ...this.#declined()].some((each) => each === key)
  }

  /** Hides a notice for 30 days or for good, depending on its kind. */
  dismiss(key: DismissibleNotice): void {
    if (this.isDismissed(key)) return
    if (singleNotices.some((each) => each === key))
      this.#jar.set('v1_declined', [...this.#declined(), key].join('.'))
    else this.#jar.set('v1_dismissed', [...this.#postponed(), key].join('.'))
  }

  /** The last notice on the main screen and its day number; null without one. */
  get advised(): { key: string; day: number } | null {
    const [, key, day] = /^([a-z-]{1,20})\.(\d{1,6})$/.exec(this.#jar.get('v1_advised') ?? '') ?? []
    return key && day ? { key, day: Number(day) } : null
  }

  set advised(advised: { key: string; day: number }) {
    const value = `${advised.key}.${advised.day}`
    if (value !== this.#jar.get('v1_advised')) this.#jar.set('v1_advised', value)
  }

  #postponed(): DismissibleNotice[] {
    const keys = (this.#jar.get('v1_dismissed') ?? '').split('.')
    return postponedNotices.filter((key) => keys.includes(key))
  }

  #declined(): DismissibleNotice[] {
    const keys = (this.#jar.get('v1_declined') ?? '').split('.')
    return singleNotices.filter((key) => keys.includes(key))
  }
}
