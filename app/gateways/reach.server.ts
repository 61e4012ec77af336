import { request } from 'undici'

const DEADLINE_MS = 5000
const MAX_TEXT_LENGTH = 1000

export interface Reached {
  status: number
  /** The server's `Date`; null when absent. */
  date: Date | null
  /** The beginning of the response. */
  text: string
}

/**
 * Calls an address once without a token; any response shows that it is reachable.
 * @throws Error with a message that says what to do and names no address
 */
export async function reach(url: string, own: Record<string, string> = {}): Promise<Reached> {
  try {
    const signal = AbortSignal.timeout(DEADLINE_MS)
    const { statusCode, headers, body } = await request(url, { signal, headers: own })
    const date = new Date(String(headers.date))
    const text = (await body.text()).slice(0, MAX_TEXT_LENGTH)
    return { status: statusCode, date: Number.isNaN(date.getTime()) ? null : date, text }
  } catch (error) {
    throw new Error(connectionErrorText(error))
  }
}

/** A connection error by its code or text, without values, and where to look. */
export function connectionErrorText(error: unknown): string {
  const { code, name, message } = error as NodeJS.ErrnoException
  const text = /^[\w `'-]+/.exec(message ?? '')?.[0]
  return `${code ?? text ?? name}: check host, port, network, TLS and certificates`
}
