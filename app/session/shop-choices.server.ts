import { isIdOf } from '~/lib/ids'

import type { CookieJar } from './cookies.server'

/** What the shopper has chosen for the catalogue, as the cookies of one request hold it. */
export class ShopChoices {
  readonly #jar: CookieJar

  constructor(jar: CookieJar) {
    this.#jar = jar
  }

  /** The code of the chosen store; null until one is chosen. */
  get storeCode(): string | null {
    const code = this.#jar.get('v1_store')
    return isIdOf('store', code) ? code : null
  }

  set storeCode(code: string) {
    if (isIdOf('store', code)) this.#jar.set('v1_store', code)
  }

  /** True the first time and never again: whether to ask which store it should be. */
  askForStoreOnce(): boolean {
    if (this.#jar.get('v1_store_prompted') || this.storeCode) return false
    this.#jar.set('v1_store_prompted', '1')
    return true
  }

  /** The question was not shown after all: it is asked elsewhere. */
  postponeStoreQuestion(): void {
    this.#jar.delete('v1_store_prompted')
  }

  /** Whether the shopper confirmed their age; asked again in another browser session, and of whoever signs in next. */
  get isAdult(): boolean {
    return this.#jar.get('v1_adult') === '1'
  }

  confirmAdult(): void {
    this.#jar.set('v1_adult', '1')
  }
}
