import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import type { AppLoadContext } from '@remix-run/node'

import type { ConsentName, Consents } from '~/lib/consents'
import { shopperTag } from '~/session/shopper-tag.server'

/** Longer than a call to the gateway can take: what dies with its process lets the next one begin. */
const TURN_MS = 10_000
/** As long as another's call can take, and one more after it. */
const LONGEST_WAIT_MS = 12_000
const WAIT_STEP_MS = 50
const WANTED_MS = 60_000
/** Of one shopper, in this process: each asks the store for its turn again and again. */
const MOST_UNDER_WAY = 8
const PURPOSE = 'consents'

/** By shopper's tag; whoever has nothing under way is not in it. */
const underWay = new Map<string, number>()

type Order = Pick<AppLoadContext, 'session' | 'store' | 'sealer'>

/**
 * Changes of a shopper's consents go to the gateway one at a time, in however many containers, and
 * each says what was wanted last: a gateway that is slow for the first of two would else take the
 * older choice last.
 * @param change as it came; of what came after it for the same consent the later choice is written
 * @returns what `write` gave; null when others did not let it begin in time, or too many of theirs are under way
 */
export async function writeInOrder<Written>(
  context: Order,
  change: Partial<Consents>,
  write: (newest: Partial<Consents>) => Promise<Written>,
): Promise<Written | null> {
  const owner = await shopperTag(context)
  const count = underWay.get(owner) ?? 0
  if (count >= MOST_UNDER_WAY) return null
  underWay.set(owner, count + 1)
  try {
    return await writeInTurn(context, owner, change, write)
  } finally {
    const left = (underWay.get(owner) ?? 1) - 1
    if (left > 0) underWay.set(owner, left)
    else underWay.delete(owner)
  }
}

async function writeInTurn<Written>(
  { store, sealer }: Order,
  owner: string,
  change: Partial<Consents>,
  write: (newest: Partial<Consents>) => Promise<Written>,
): Promise<Written | null> {
  const turn = `consents:turn:${owner}`
  const id = randomUUID()
  const wanted = Object.entries(change).map(([name, isPermitted]) => ({
    name: name as ConsentName,
    isPermitted,
    key: `consents:wanted:${owner}:${name}`,
    sealed: sealer.seal(PURPOSE, isPermitted),
  }))
  await Promise.all(wanted.map(({ key, sealed }) => store.set(key, sealed, WANTED_MS)))
  let isWritten = false
  let isTheirs = false
  try {
    for (const started = performance.now(); !isTheirs;) {
      isTheirs = await store.claim(turn, id, TURN_MS)
      if (!isTheirs && performance.now() - started > LONGEST_WAIT_MS) return null
      if (!isTheirs) await sleep(WAIT_STEP_MS)
    }
    const newest = await Promise.all(
      wanted.map(async ({ name, key, isPermitted }) => {
        const said = sealer.open(PURPOSE, (await store.get(key)) ?? '')
        return [name, typeof said === 'boolean' ? said : isPermitted]
      }),
    )
    const written = await write(Object.fromEntries(newest) as Partial<Consents>)
    isWritten = true
    return written
  } finally {
    if (isTheirs) await store.release(turn, id)
    // Who waits must not say in its place what has just been told as not saved.
    if (!isWritten) await Promise.all(wanted.map(({ key, sealed }) => store.release(key, sealed)))
  }
}
