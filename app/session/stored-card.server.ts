import { z } from 'zod'

import type { CookieJar } from './cookies.server'

interface Owner {
  userId(): Promise<string | null>
}

const storedCardSchema = z.object({
  userId: z.string(),
  number: z.string().regex(/^\d{8,30}$/),
})

/** The number of the card as this device has seen it last: what a till can do with nothing else. */
export class StoredCard {
  readonly #jar: CookieJar
  readonly #session: Owner

  constructor(jar: CookieJar, session: Owner) {
    this.#jar = jar
    this.#session = session
  }

  /** This shopper's number, digits only; null while none was stored. */
  async number(): Promise<string | null> {
    const stored = this.#jar.getSealed('v1_card', storedCardSchema)
    return stored && stored.userId === (await this.#session.userId()) ? stored.number : null
  }

  /** Keeps the number of this shopper's card. What is none is not stored. */
  async keep(number: string): Promise<void> {
    const stored = storedCardSchema.safeParse({ userId: await this.#session.userId(), number })
    if (stored.success && number !== (await this.number()))
      this.#jar.setSealed('v1_card', stored.data)
  }
}

/** Whoever signs in finds nothing of another shopper's card. */
export function dropOthersCard(jar: CookieJar, userId: string): void {
  if (jar.getSealed('v1_card', storedCardSchema)?.userId !== userId) jar.deleteSealed('v1_card')
}
