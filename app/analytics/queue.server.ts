import { setTimeout as sleep } from 'node:timers/promises'

import type { Collected, CollectedEvent } from '~/gateways/collector.server'
import { log } from '~/platform/log.server'
import { metrics } from '~/platform/metrics.server'
import { createSharedRoom, type PartOfRoom } from '~/session/shared-room.server'

/** Who tells of an event: our own code, or a browser, which may tell what it likes. */
export type Teller = 'server' | 'browser'

export interface EventQueue {
  /**
   * Takes an event to be sent soon; returns at once, whatever the collector does.
   * @param address address of the request that sent it
   */
  add(event: CollectedEvent, teller: Teller, address: string): void
  /** Sends what waits, for two seconds at most, and drops the rest. */
  close(): Promise<void>
}

export interface EventQueueOptions {
  send(batch: readonly CollectedEvent[]): Promise<Collected>
  /** How many may wait, half of them from browsers; more are dropped. */
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
/** Of what one teller may have waiting an address has one such part, of all that may wait a tenth. */
const PARTS = 5

interface Waiting {
  event: CollectedEvent
  /** Where it counts until it is sent or given up. */
  part: PartOfRoom
}

/**
 * Events on their way out: in memory, in batches, one at a time. A collector that is away is tried
 * again after growing pauses; what it refuses, or what it never takes, is dropped and counted.
 * What browsers tell takes no room from what we tell ourselves, and no address all of either.
 */
export function createEventQueue({
  send,
  mostWaiting = 10_000,
  gatherMs = 1000,
  firstPauseMs = 1000,
  mostTries = 10,
  closeMs = 2000,
}: EventQueueOptions): EventQueue {
  const waiting: Waiting[] = []
  const mostOfTeller = mostWaiting / 2
  // An address queues at most as many as are still free, so the next address finds room.
  const mostOf = (share: number, free: number) => Math.min((share / PARTS) * mostOfTeller, free)
  const rooms = {
    server: createSharedRoom(mostOfTeller, mostOf),
    browser: createSharedRoom(mostOfTeller, mostOf),
  }
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

  /** The only way out of the queue: gives the room back. @returns how many have left */
  function leave(events: number): number {
    const left = waiting.splice(0, events)
    for (const { part } of left) part.hold(-1)
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
    add(event, teller, address) {
      const part = rooms[teller](address)
      if (!part.has(1)) {
        metrics.analyticsEvents.inc({ outcome: 'dropped' })
        return
      }
      part.hold(1)
      waiting.push({ event, part })
      metrics.analyticsQueue.set(waiting.length)
      running ??= run()
    },
    async close() {
      closing.abort()
      if (!running) return
      const isDone = await Promise.race([running.then(() => true), sleep(closeMs, false)])
      if (!isDone) count('dropped', leave(waiting.length))
    },
  }
}
