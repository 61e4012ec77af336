import { setTimeout as sleep } from 'node:timers/promises'

import { withJitter } from '~/lib/jitter'
import { withTimeout } from '~/lib/with-timeout'
import type { Collected, CollectedEvent } from '~/gateways/collector.server'
import { log } from '~/platform/log.server'
import { metrics } from '~/platform/metrics.server'
import { createAddressQuotas, type AddressQuota } from '~/limits/address-quotas.server'

/** The sender of an event: our own code, or a browser, which may send anything. */
export type EventSender = 'server' | 'browser'

export interface EventQueue {
  /**
   * Queues an event; returns at once, whatever the collector does.
   * @param address address of the request that sent it
   */
  add(event: CollectedEvent, sender: EventSender, address: string): void
  /** Sends queued events for two seconds at most, and drops the rest. */
  close(): Promise<void>
}

interface EventQueueOptions {
  send(batch: readonly CollectedEvent[]): Promise<Collected>
  /** The limit of queued events, half of it for browsers; more are dropped. */
  maxWaiting?: number
  /** How long events are gathered before a batch, in milliseconds. */
  gatherMs?: number
  /** The pause before the first retry in milliseconds, doubled before each further one. */
  firstPauseMs?: number
  maxTries?: number
  closeMs?: number
}

const LARGEST_BATCH = 100
const MAX_PAUSE_MS = 60_000
/** An address may use a fifth of a sender's half, which is a tenth of the queue. */
const PARTS = 5

interface Waiting {
  event: CollectedEvent
  /** The address quota that the event uses until it is sent or dropped. */
  quota: AddressQuota
}

/**
 * Sends events in batches from memory, one batch at a time. A collector that is down is retried
 * after growing pauses; refused and expired events are dropped and counted. Browser events cannot
 * displace our own, and one address cannot fill the queue.
 */
export function createEventQueue({
  send,
  maxWaiting = 10_000,
  gatherMs = 1000,
  firstPauseMs = 1000,
  maxTries = 10,
  closeMs = 2000,
}: EventQueueOptions): EventQueue {
  const waiting: Waiting[] = []
  const maxOfSender = maxWaiting / 2
  // An address queues at most as many events as remain free, so that the next address finds space.
  const getMost = (share: number, free: number) => Math.min((share / PARTS) * maxOfSender, free)
  const quotas = {
    server: createAddressQuotas(maxOfSender, getMost),
    browser: createAddressQuotas(maxOfSender, getMost),
  }
  const closing = new AbortController()
  let running: Promise<void> | null = null

  function count(outcome: 'sent' | 'dropped', events: number) {
    if (events === 0) return
    metrics.analyticsEvents.inc({ outcome }, events)
    if (outcome === 'dropped') log.warn({ events }, 'analytics events were dropped')
  }

  /** Ends early when the process shuts down. */
  const pause = (ms: number) =>
    sleep(ms, undefined, { signal: closing.signal }).catch(() => undefined)

  function pauseBefore(nextTry: number): number {
    return withJitter(Math.min(MAX_PAUSE_MS, firstPauseMs * 2 ** (nextTry - 2)))
  }

  async function deliver(batch: readonly CollectedEvent[]): Promise<'sent' | 'dropped'> {
    for (let tries = 1; ; tries++) {
      const outcome = await send(batch)
      if (outcome === 'sent') return 'sent'
      if (outcome === 'refused' || tries >= maxTries || closing.signal.aborted) return 'dropped'
      await pause(pauseBefore(tries + 1))
    }
  }

  /** Removes events from the queue and returns their quota. @returns the number removed */
  function leave(events: number): number {
    const left = waiting.splice(0, events)
    for (const { quota } of left) quota.take(-1)
    metrics.analyticsQueue.set(waiting.length)
    return left.length
  }

  async function run(): Promise<void> {
    await pause(gatherMs)
    while (waiting.length > 0) {
      const batch = waiting.slice(0, LARGEST_BATCH).map(({ event }) => event)
      const outcome = await deliver(batch)
      count(outcome, leave(batch.length))
    }
    running = null
  }

  return {
    add(event, sender, address) {
      const quota = quotas[sender](address)
      if (!quota.has(1)) {
        metrics.analyticsEvents.inc({ outcome: 'dropped' })
        return
      }
      quota.take(1)
      waiting.push({ event, quota })
      metrics.analyticsQueue.set(waiting.length)
      running ??= run()
    },
    async close() {
      closing.abort()
      await withTimeout(
        async () => running,
        closeMs,
        () => count('dropped', leave(waiting.length)),
      )
    },
  }
}
