import { randomUUID } from 'node:crypto'

import type { SharedStore } from '~/session/shared-store.server'

/** Each file loads eight receipts in parallel; together they use half of an endpoint's limit. */
const MOST_OF_PROCESS = 4
/** Renewed while a file is made; expires a minute after the process died. */
const CLAIM_MS = 60_000

const running = new Set<string>()

export interface FileLock {
  /** Releases the lock; a second call does nothing. */
  release(): Promise<void>
}

/**
 * The lock for making a file: one at a time for a shopper in all containers, and a few in each
 * process.
 * @param owner user hash, so that the store sees no user id
 * @param longestMs the lock ends after this time in any case
 * @returns `busy`: the shopper's own file is running; `crowded`: too many others are
 */
export async function acquireFileLock(
  store: SharedStore,
  owner: string,
  longestMs: number,
): Promise<FileLock | 'busy' | 'crowded'> {
  if (running.size >= MOST_OF_PROCESS) return 'crowded'
  const id = randomUUID()
  const key = `export:${owner}` as const
  running.add(id)
  let isTheirs = false
  try {
    isTheirs = await store.claim(key, id, CLAIM_MS)
  } finally {
    if (!isTheirs) running.delete(id)
  }
  if (!isTheirs) return 'busy'
  const beat = setInterval(() => void store.set(key, id, CLAIM_MS), CLAIM_MS / 3).unref()
  const end = setTimeout(() => void release(), longestMs).unref()

  async function release(): Promise<void> {
    if (!running.delete(id)) return
    clearInterval(beat)
    clearTimeout(end)
    await store.release(key, id)
  }
  return { release }
}
