import { isIdOf } from '~/lib/ids'

import type { CookieJar } from './cookies.server'

/** Choices for the catalogue, stored in cookies. */
export class ShopChoices {
  readonly #jar: CookieJar

  constructor(jar: CookieJar) {
    this.#jar = jar
  }

  /** The code of the chosen store; null without one. */
  get storeCode(): string | null {
    const code = this.#jar.get('v1_store')
    return isIdOf('store', code) ? code : null
  }

  set storeCode(code: string) {
    if (isIdOf('store', code)) this.#jar.set('v1_store', code)
  }

  /** True once: whether to ask for a store on this page. */
  askForStoreOnce(): boolean {
    if (this.#jar.get('v1_store_prompted') || this.storeCode) return false
    this.#jar.set('v1_store_prompted', '1')
    return true
  }

  /** Asks for the store again later, because this page did not show the question. */
  postponeStoreQuestion(): void {
    this.#jar.delete('v1_store_prompted')
  }

  /** True when the shopper confirmed their age in this browser session; reset by sign-in. */
  get isAdult(): boolean {
    return this.#jar.get('v1_adult') === '1'
  }

  confirmAdult(): void {
    this.#jar.set('v1_adult', '1')
  }
}
