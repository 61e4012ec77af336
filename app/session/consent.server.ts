import { parseConsent, type Consent } from '~/lib/consent'

import type { CookieJar } from './cookies.server'

/** The visitor's analytics consent, in a cookie that scripts may read. */
export class ConsentChoice {
  readonly #jar: CookieJar

  constructor(jar: CookieJar) {
    this.#jar = jar
  }

  /** null until the visitor has decided. */
  get choice(): Consent | null {
    return parseConsent(this.#jar.get('v1_consent'))
  }

  set choice(choice: Consent) {
    this.#jar.set('v1_consent', choice)
  }

  /** True only after consent; no optional script runs before. */
  get hasConsent(): boolean {
    return this.choice === 'accepted'
  }
}
