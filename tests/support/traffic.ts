import { expect } from 'vitest'

import type { Visitor } from './visitor'

/** Sends one request; resolves with its failure as text, or an empty string. */
type Client = (turn: number) => Promise<string>

/** A client that opens these pages in turn. */
export const opening =
  (
    visitor: Visitor,
    paths: readonly string[],
    isGood: (status: number, page: string) => boolean = (status) => status === 200,
  ): Client =>
  async (turn) => {
    const path = paths[turn % paths.length]!
    const response = await visitor.get(path).catch(String)
    if (typeof response === 'string') return `${path}: ${response}`
    const { status, headers } = response
    if (isGood(status, await response.text())) return ''
    return `${path}: ${status} ${headers.get('X-Balancer') ?? headers.get('Location') ?? ''}`
  }

/**
 * Clients who continue until they are stopped.
 * @param takeTurn waits for the next turn, so that the load is the same on every machine
 */
export function startTraffic(
  clients: readonly Client[],
  takeTurn: () => Promise<void> = async () => undefined,
) {
  const failures: string[] = []
  let answered = 0
  let isOver = false
  const running = clients.map(async (send) => {
    while (!isOver) {
      await takeTurn()
      const failure = await send(answered).catch(String)
      if (failure) failures.push(failure)
      answered += 1
    }
  })
  /** Resolves after this many responses in all, at any speed of the machine. */
  const reaches = (count: number) =>
    expect.poll(() => answered, { timeout: 60_000 }).toBeGreaterThanOrEqual(count)
  return {
    failures,
    reaches,
    /** Resolves after this many more responses. */
    more: (count: number) => reaches(answered + count),
    /** Resolves with the failures. */
    async stop() {
      isOver = true
      await Promise.all(running)
      return failures
    },
  }
}
