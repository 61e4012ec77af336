import { startDeadline } from './deadline.server'
import { createHttpClient } from './http.server'

/** One event in the format of Segment's HTTP API and compatible collectors. */
export type CollectedEvent = {
  anonymousId: string
  messageId: string
  /** ISO 8601. */
  timestamp: string
  properties: Record<string, unknown>
  context: Record<string, unknown>
} & ({ type: 'track'; event: string } | { type: 'page'; name: string })

/** `later`: the collector cannot accept the batch now. `refused`: it never will. */
export type Collected = 'sent' | 'refused' | 'later'

interface Collector {
  /** Sends one batch; never throws, and takes five seconds at most. */
  send(batch: readonly CollectedEvent[]): Promise<Collected>
}

const DEADLINE_MS = 5000

/**
 * A Segment-compatible collector of events.
 * @param url the address of its batch endpoint
 * @param writeKey the user name of its basic authentication, without a password
 */
export function createCollector(url: string, writeKey: string): Collector {
  const http = createHttpClient(url)
  // The HTTP client puts the path of the base address before this one.
  const path = new URL(url).pathname === '/' ? '/' : ''
  const headers = {
    'Content-Type': 'application/json',
    Authorization: `Basic ${Buffer.from(`${writeKey}:`).toString('base64')}`,
  }
  return {
    async send(batch) {
      const deadline = startDeadline(DEADLINE_MS)
      try {
        const { status } = await http.send({
          endpoint: 'POST analytics',
          method: 'POST',
          path,
          headers,
          body: JSON.stringify({ batch, sentAt: new Date().toISOString() }),
          signal: deadline.signal,
        })
        if (status >= 200 && status < 300) return 'sent'
        return status >= 500 || status === 429 || status === 408 ? 'later' : 'refused'
      } catch {
        return 'later'
      } finally {
        deadline.clear()
      }
    },
  }
}
