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
const longestWaitMs = () => lockMs() + 2000
const WAIT_STEP_MS = 50
/** Limit of running and waiting changes of one shopper in this process: one for each consent. */
const MOST_HERE = 8
const WANTED_MS = 60_000
const PURPOSE = 'consents'

/**
 * Shoppers for whom this process holds or requests the lock. Only one change of each asks the store
 * at a time.
 */
const here = new Set<string>()
/** The number of running and waiting changes by shopper. */
const changes = new Map<string, number>()

type Order = Pick<AppLoadContext, 'session' | 'store' | 'sealer'>

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
  const owner = await userHash(context)
  const before = changes.get(owner) ?? 0
  if (before >= MOST_HERE) return null
  changes.set(owner, before + 1)
  try {
    return await writeWithLock(context, owner, change, write)
  } finally {
    const left = (changes.get(owner) ?? 0) - 1
    if (left > 0) changes.set(owner, left)
    else changes.delete(owner)
  }
}

async function writeWithLock<Written>(
  { store, sealer }: Order,
  owner: string,
  change: Partial<Consents>,
  write: (newest: Partial<Consents>) => Promise<Written>,
): Promise<Written | null> {
  const lockKey = `consents:turn:${owner}` as const
  const id = randomUUID()
  const acquireLock = async () => {
    if (here.has(owner)) return false
    here.add(owner)
    let isTaken = false
    try {
      return (isTaken = await store.claim(lockKey, id, lockMs()))
    } finally {
      if (!isTaken) here.delete(owner)
    }
  }
  const wanted = Object.entries(change).map(([name, isPermitted]) => ({
    name: name as ConsentName,
    isPermitted,
    key: `consents:wanted:${owner}:${name}` as const,
    sealed: sealer.seal(PURPOSE, isPermitted),
  }))
  await Promise.all(wanted.map(({ key, sealed }) => store.set(key, sealed, WANTED_MS)))
  let isWritten = false
  let isTheirs = false
  let isOnItsWay = false
  try {
    for (const started = performance.now(); !isTheirs;) {
      isTheirs = await acquireLock()
      if (!isTheirs && performance.now() - started > longestWaitMs()) return null
      if (!isTheirs) await sleep(WAIT_STEP_MS)
    }
    const newest = await Promise.all(
      wanted.map(async ({ name, key, isPermitted }) => {
        const opened = sealer.open(PURPOSE, (await store.get(key)) ?? '')
        return [name, typeof opened === 'boolean' ? opened : isPermitted]
      }),
    )
    const written = await write(Object.fromEntries(newest) as Partial<Consents>)
    isWritten = true
    return written
  } catch (error) {
    isOnItsWay = error instanceof GatewayError && mayStillHappen(error)
    throw error
  } finally {
    if (isTheirs) {
      here.delete(owner)
      // The gateway may still carry out an unanswered change, so its lock expires by itself.
      if (!isOnItsWay) await store.release(lockKey, id)
    }
    // This change was reported as not saved, so waiting changes must not send it.
    if (!isWritten) await Promise.all(wanted.map(({ key, sealed }) => store.release(key, sealed)))
  }
}

/** True when the call was sent and no answer arrived, not even an unreadable one. */
function mayStillHappen({ didNothing, kind }: GatewayError): boolean {
  return !didNothing && kind !== 'contract'
}
