import { z } from 'zod'

import type { CookieJar } from './cookies.server'

interface Owner {
  userId(): Promise<string | null>
}

const cardNumberSchema = z.object({
  userId: z.string(),
  number: z.string().regex(/^\d{8,30}$/),
})

/** The last card number of this device, in a cookie: shown while the gateways do not respond. */
export class CardNumberCookie {
  readonly #jar: CookieJar
  readonly #session: Owner

  constructor({ cookies, session }: { cookies: CookieJar; session: Owner }) {
    this.#jar = cookies
    this.#session = session
  }

  /** This shopper's card number, digits only; null without one. */
  async number(): Promise<string | null> {
    const stored = this.#jar.getSealed('v1_card', cardNumberSchema)
    return stored && stored.userId === (await this.#session.userId()) ? stored.number : null
  }

  /** Stores the number of this shopper's card; ignores an invalid number. */
  async keep(number: string): Promise<void> {
    const stored = cardNumberSchema.safeParse({ userId: await this.#session.userId(), number })
    if (stored.success && number !== (await this.number()))
      this.#jar.setSealed('v1_card', stored.data)
  }
}

/** Deletes another shopper's card number at sign-in. */
export function dropOthersCard(jar: CookieJar, userId: string): void {
  if (jar.getSealed('v1_card', cardNumberSchema)?.userId !== userId) jar.deleteSealed('v1_card')
}
