import type { AppLoadContext } from '@remix-run/node'

import { GatewayError } from '~/gateways/gateway-error.server'
import type { ConsentName, Consents } from '~/domain/consents'
import { env } from '~/platform/env.server'

import { exclusive } from '~/shared-state/exclusive.server'
import { userHash } from './user-hash.server'

/** Limit of running and waiting changes of one shopper in this process: one for each consent. */
const MAX_HERE = 8
const WANTED_MS = 60_000
const PURPOSE = 'consents'

type Order = Pick<AppLoadContext, 'session' | 'services'>

/** The number of running and waiting changes in this process, by shopper. */
const changesHere = new Map<string, number>()

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
  const { store } = context.services
  const owner = await userHash(context)
  const here = changesHere.get(owner) ?? 0
  if (here >= MAX_HERE) return null
  changesHere.set(owner, here + 1)
  try {
    const wanted = await storeWanted(context, owner, change)
    const key = `consents:turn:${owner}` as const
    const timeoutMs = env().GATEWAY_TIMEOUT_MS
    // Waits slightly longer than the lock of another change can last.
    const terms = { lifeMs: 2 * timeoutMs, maxWaitMs: 2 * timeoutMs + 2000 }
    const written = await exclusive(store, key, terms, async () => {
      try {
        return await write(await wanted.newest())
      } catch (error) {
        await wanted.forget()
        // The gateway may still carry out an unanswered change.
        if (isUnanswered(error)) await store.set(key, 'unanswered', timeoutMs)
        throw error
      }
    })
    if (written === null) await wanted.forget()
    return written
  } finally {
    const left = (changesHere.get(owner) ?? 1) - 1
    if (left > 0) changesHere.set(owner, left)
    else changesHere.delete(owner)
  }
}

/** Sent without any response, not even an unreadable one. */
const isUnanswered = (error: unknown) =>
  error instanceof GatewayError && !error.didNothing && error.kind !== 'contract'

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
    /** A change that is reported as not saved must not be sent by waiting ones. */
    forget: async () => Promise.all(wanted.map(({ key, sealed }) => store.release(key, sealed))),
  }
}
