/** An SMS that a shopper would have received. */
export interface SentText {
  phone: string
  text: string
  code: string
  /** RFC 3339. */
  at: string
}

const MAX_STORED = 2000

/** The SMS sent, instead of a telephone. */
export interface Inbox {
  send(text: SentText): void
  /** Newest first; of one phone, or of all. */
  texts(phone?: string): SentText[]
  /** The newest code sent to this phone. */
  lastCode(phone: string): string | undefined
  reset(): void
}

export function createInbox(): Inbox {
  let sent: SentText[] = []
  const texts = (phone?: string) =>
    sent.filter((text) => phone === undefined || text.phone === phone).reverse()
  return {
    send(text) {
      sent.push(text)
      if (sent.length > MAX_STORED) sent.shift()
    },
    texts,
    lastCode: (phone) => texts(phone)[0]?.code,
    reset() {
      sent = []
    },
  }
}
