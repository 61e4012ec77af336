import { parseConsent, type Consent } from '~/lib/consent'

import type { CookieJar } from './cookies.server'

/** The visitor's decision about analytics, in a cookie that scripts may read. */
export class ConsentChoice {
  readonly #jar: CookieJar

  constructor(jar: CookieJar) {
    this.#jar = jar
  }

  /** null as long as the visitor has not decided. */
  get choice(): Consent | null {
    return parseConsent(this.#jar.get('v1_consent'))
  }

  set choice(choice: Consent) {
    this.#jar.set('v1_consent', choice)
  }

  /** True only after a yes: until then nothing optional runs. */
  get hasConsent(): boolean {
    return this.choice === 'accepted'
  }
}
