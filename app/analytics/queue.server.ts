import { setTimeout as sleep } from 'node:timers/promises'

import type { Collected, CollectedEvent } from '~/gateways/collector.server'
import { log } from '~/platform/log.server'
import { metrics } from '~/platform/metrics.server'

export interface EventQueue {
  /** Takes an event to be sent soon; returns at once, whatever the collector does. */
  add(event: CollectedEvent): void
  /** Sends what waits, for two seconds at most, and drops the rest. */
  close(): Promise<void>
}

export interface EventQueueOptions {
  send(batch: readonly CollectedEvent[]): Promise<Collected>
  /** How many may wait; more are dropped. */
  mostWaiting?: number
  /** How long events are gathered before they are sent, in ms. */
  gatherMs?: number
  /** The pause before the second try, doubled before each further one, in ms. */
  firstPauseMs?: number
  mostTries?: number
  closeMs?: number
}

const LARGEST_BATCH = 100
const LONGEST_PAUSE_MS = 60_000

/**
 * Events on their way out: in memory, in batches, one at a time. A collector that is away is tried
 * again after growing pauses; what it refuses, or what it never takes, is dropped and counted.
 */
export function createEventQueue({
  send,
  mostWaiting = 10_000,
  gatherMs = 1000,
  firstPauseMs = 1000,
  mostTries = 10,
  closeMs = 2000,
}: EventQueueOptions): EventQueue {
  const waiting: CollectedEvent[] = []
  const closing = new AbortController()
  let running: Promise<void> | null = null

  function count(outcome: 'sent' | 'dropped', events: number) {
    if (events === 0) return
    metrics.analyticsEvents.inc({ outcome }, events)
    if (outcome === 'dropped') log.warn({ events }, 'analytics events were dropped')
  }

  /** Ends early when the process is about to end. */
  const pause = (ms: number) =>
    sleep(ms, undefined, { ref: false, signal: closing.signal }).catch(() => undefined)

  function pauseBefore(nextTry: number): number {
    const longest = Math.min(LONGEST_PAUSE_MS, firstPauseMs * 2 ** (nextTry - 2))
    return longest * (0.5 + Math.random() / 2)
  }

  async function deliver(batch: readonly CollectedEvent[]): Promise<'sent' | 'dropped'> {
    for (let tries = 1; ; tries++) {
      const outcome = await send(batch)
      if (outcome === 'sent') return 'sent'
      if (outcome === 'refused' || tries >= mostTries || closing.signal.aborted) return 'dropped'
      await pause(pauseBefore(tries + 1))
    }
  }

  async function run(): Promise<void> {
    await pause(gatherMs)
    while (waiting.length > 0) {
      const batch = waiting.slice(0, LARGEST_BATCH)
      count(await deliver(batch), batch.length)
      waiting.splice(0, batch.length)
      metrics.analyticsQueue.set(waiting.length)
    }
    running = null
  }

  return {
    add(event) {
      if (waiting.length >= mostWaiting) {
        metrics.analyticsEvents.inc({ outcome: 'dropped' })
        return
      }
      waiting.push(event)
      metrics.analyticsQueue.set(waiting.length)
      running ??= run()
    },
    async close() {
      closing.abort()
      if (!running) return
      const isDone = await Promise.race([running.then(() => true), sleep(closeMs, false)])
      if (!isDone) count('dropped', waiting.splice(0).length)
    },
  }
}
