import type { CookieJar } from './cookies.server'

/** Advice on the main screen that the shopper may wave away. */
export const dismissibleNotices = ['finish-profile', 'survey'] as const
export type DismissibleNotice = (typeof dismissibleNotices)[number]

/** What this device has told its shopper already, as the cookies of one request hold it. */
export class Hints {
  readonly #jar: CookieJar

  constructor(jar: CookieJar) {
    this.#jar = jar
  }

  /** Whether the three steps after the first sign-in were shown. */
  get hasSeenOnboarding(): boolean {
    return this.#jar.get('v1_onboarded') === '1'
  }

  noteOnboarding(): void {
    if (!this.hasSeenOnboarding) this.#jar.set('v1_onboarded', '1')
  }

  isDismissed(key: string): boolean {
    return this.#dismissed().some((each) => each === key)
  }

  /** Hides an advice for 30 days. */
  dismiss(key: DismissibleNotice): void {
    const keys = new Set([...this.#dismissed(), key])
    this.#jar.set('v1_dismissed', [...keys].join('.'))
  }

  #dismissed(): DismissibleNotice[] {
    const keys = (this.#jar.get('v1_dismissed') ?? '').split('.')
    return dismissibleNotices.filter((key) => keys.includes(key))
  }
}
