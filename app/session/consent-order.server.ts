import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import type { AppLoadContext } from '@remix-run/node'

import { GatewayError } from '~/gateways/gateway-error.server'
import type { ConsentName, Consents } from '~/lib/consents'
import { env } from '~/platform/env.server'

import { userHash } from './user-hash.server'

/** Twice as long as we wait for a call: what dies with its process lets the next one begin. */
const turnMs = () => 2 * env().GATEWAY_TIMEOUT_MS
/** As long as another's turn can last, and a little. */
const longestWaitMs = () => turnMs() + 2000
const WAIT_STEP_MS = 50
/** Of one shopper in this process, under way and waiting: as many as there are consents to flip one by one. */
const MOST_HERE = 8
const WANTED_MS = 60_000
const PURPOSE = 'consents'

/** Shoppers with a pending lock in this process: one at a time asks the store, however many wait. */
const here = new Set<string>()
/** By shopper, how many changes are under way or wait; whoever has none is not in it. */
const changes = new Map<string, number>()

type Order = Pick<AppLoadContext, 'session' | 'store' | 'sealer'>

/**
 * Changes of a shopper's consents go to the gateway one at a time, in however many containers, and
 * each says what was wanted last: a gateway that is slow for the first of two would else take the
 * older choice last.
 * @param change as received; of the result after it for the same consent the later choice is written
 * @returns what `write` gave; null when others did not let it begin in time, or too many wait already
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
    return await writeInTurn(context, owner, change, write)
  } finally {
    const left = (changes.get(owner) ?? 0) - 1
    if (left > 0) changes.set(owner, left)
    else changes.delete(owner)
  }
}

async function writeInTurn<Written>(
  { store, sealer }: Order,
  owner: string,
  change: Partial<Consents>,
  write: (newest: Partial<Consents>) => Promise<Written>,
): Promise<Written | null> {
  const turn = `consents:turn:${owner}` as const
  const id = randomUUID()
  const takeTurn = async () => {
    if (here.has(owner)) return false
    here.add(owner)
    let isTaken = false
    try {
      return (isTaken = await store.claim(turn, id, turnMs()))
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
      isTheirs = await takeTurn()
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
      // The turn of what the gateway may still do runs out by itself, so that nothing overtakes it.
      if (!isOnItsWay) await store.release(turn, id)
    }
    // Who waits must not say in its place what has just been reported as not saved.
    if (!isWritten) await Promise.all(wanted.map(({ key, sealed }) => store.release(key, sealed)))
  }
}

/** It was sent, and nothing returned: not even an answer that cannot be read. */
function mayStillHappen({ didNothing, kind }: GatewayError): boolean {
  return !didNothing && kind !== 'contract'
}
