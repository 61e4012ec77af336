import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { withTimeout } from '~/lib/with-timeout'

import type { SharedStore, StoreKey } from './shared-store.server'

const FIRST_PAUSE_MS = 40
/** The longest time between two looks of a request that waits for a lock. */
export const MAX_PAUSE_MS = 400

interface Terms<Result> {
  /** The lock of a process that died expires after this time. */
  lifeMs: number
  /** How long to wait while another request or container has the lock; 0 by default. */
  maxWaitMs?: number
  /** The holder's result, which a waiting request takes in place of its own work. */
  existing?: () => Promise<Result | null>
}

/**
 * Runs work while no other request or container runs work of the same key. The lock is released
 * afterwards; work that sets another value at the key leaves that value.
 * @returns the result of the work or the holder's; null when neither was possible in time
 */
export async function exclusive<Result>(
  store: SharedStore,
  key: StoreKey,
  { lifeMs, maxWaitMs = 0, existing = async () => null }: Terms<Result>,
  work: () => Promise<Result>,
): Promise<Result | null> {
  const owner = randomUUID()
  const lock = () => store.claim(key, owner, lifeMs)
  const unlock = () => store.release(key, owner)
  const workLocked = () => work().finally(unlock)
  if (await lock()) return workLocked()
  let isOver = maxWaitMs === 0
  const wait = async (): Promise<(() => Promise<Result>) | null> => {
    for (let pause = FIRST_PAUSE_MS; !isOver; pause = Math.min(pause * 1.5, MAX_PAUSE_MS)) {
      const found = await existing()
      if (found !== null) return async () => found
      if (await lock()) {
        if (!isOver) return workLocked
        await unlock()
      }
      await sleep(pause)
    }
    return null
  }
  const next = await withTimeout(wait, maxWaitMs, () => {
    isOver = true
    return null
  })
  return next && next()
}
