import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import type { AppLoadContext } from '@remix-run/node'

import { GatewayError } from '~/gateways/gateway-error.server'
import type { ConsentName, Consents } from '~/lib/consents'
import { env } from '~/platform/env.server'

import { userHash } from './user-hash.server'

/** Twice the gateway timeout; a lock of a process that died then expires. */
const lockMs = () => 2 * env().GATEWAY_TIMEOUT_MS
/** Slightly longer than the lock of another change can last. */
const maxWaitMs = () => lockMs() + 2000
const WAIT_STEP_MS = 50
/** Limit of running and waiting changes of one shopper in this process: one for each consent. */
const MAX_HERE = 8
const WANTED_MS = 60_000
const PURPOSE = 'consents'

type Order = Pick<AppLoadContext, 'session' | 'services'>

/** The changes of one shopper in this process, of which one at a time asks for the lock. */
interface Queue {
  length: number
  last: Promise<unknown>
}
const queues = new Map<string, Queue>()

/**
 * Sends a shopper's consent changes to the gateway one at a time across all containers. Each call
 * sends the latest choice, because a slow first call could otherwise overwrite a later one.
 * @param change the consents to change; a later choice of the same consent replaces it
 * @returns the result of `write`; null when the lock was not acquired in time or too many changes
 * wait
 */
export async function writeInOrder<Written>(
  context: Order,
  change: Partial<Consents>,
  write: (newest: Partial<Consents>) => Promise<Written>,
): Promise<Written | null> {
  const until = performance.now() + maxWaitMs()
  const owner = await userHash(context)
  const queue = queues.get(owner) ?? { length: 0, last: Promise.resolve() }
  if (queue.length >= MAX_HERE) return null
  queues.set(owner, queue)
  queue.length += 1
  try {
    const wanted = await storeWanted(context, owner, change)
    const turn = queue.last.then(async () => {
      let written: Written | null = null
      try {
        written = await withLock(context, owner, until, async () => write(await wanted.newest()))
        return written
      } finally {
        // This change is reported as not saved, so waiting changes must not send it.
        if (written === null) await wanted.forget()
      }
    })
    queue.last = turn.catch(() => null)
    return await turn
  } finally {
    queue.length -= 1
    if (queue.length === 0) queues.delete(owner)
  }
}

/** Stores each choice where changes that wait elsewhere read the newest one. */
async function storeWanted(
  { services: { store, sealer } }: Order,
  owner: string,
  change: Partial<Consents>,
) {
  const wanted = Object.entries(change).map(([name, isPermitted]) => ({
    name: name as ConsentName,
    isPermitted,
    key: `consents:wanted:${owner}:${name}` as const,
    sealed: sealer.seal(PURPOSE, isPermitted),
  }))
  await Promise.all(wanted.map(({ key, sealed }) => store.set(key, sealed, WANTED_MS)))
  return {
    async newest(): Promise<Partial<Consents>> {
      const choices = wanted.map(async ({ name, key, isPermitted }) => {
        const newest = sealer.open(PURPOSE, (await store.get(key)) ?? '')
        return [name, typeof newest === 'boolean' ? newest : isPermitted]
      })
      return Object.fromEntries(await Promise.all(choices)) as Partial<Consents>
    },
    forget: async () => Promise.all(wanted.map(({ key, sealed }) => store.release(key, sealed))),
  }
}

/** Runs the work with the shopper's lock; null when another container held it too long. */
async function withLock<Written>(
  { services: { store } }: Order,
  owner: string,
  until: number,
  work: () => Promise<Written>,
): Promise<Written | null> {
  const key = `consents:turn:${owner}` as const
  const id = randomUUID()
  while (!(await store.claim(key, id, lockMs()))) {
    if (performance.now() > until) return null
    await sleep(WAIT_STEP_MS)
  }
  let mayStillHappen = false
  try {
    return await work()
  } catch (error) {
    // Sent without any response, not even an unreadable one.
    mayStillHappen = error instanceof GatewayError && !error.didNothing && error.kind !== 'contract'
    throw error
  } finally {
    // The gateway may still carry out an unanswered change, so its lock expires by itself.
    if (!mayStillHappen) await store.release(key, id)
  }
}
