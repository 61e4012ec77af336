import { randomUUID } from 'node:crypto'

import type { SharedStore } from '~/session/shared-store.server'

/** Each asks for eight receipts at a time: together half of what one endpoint may have. */
const MOST_OF_PROCESS = 4
/** Renewed while a file is made: what dies with its process is free again a minute later. */
const CLAIM_MS = 60_000

const running = new Set<string>()

export interface Turn {
  /** Lets the next one begin; calling it again does nothing. */
  release(): Promise<void>
}

/**
 * A shopper's turn to have a file made: one at a time, in however many containers, and of all
 * shoppers a few at a time.
 * @param owner user hash: stores do not see who
 * @param longestMs after this it is over, whatever became of it
 * @returns `busy`: theirs is under way; `crowded`: those of too many others are
 */
export async function takeTurn(
  store: SharedStore,
  owner: string,
  longestMs: number,
): Promise<Turn | 'busy' | 'crowded'> {
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
