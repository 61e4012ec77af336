import { randomUUID } from 'node:crypto'

import { deadlinesMs, getRefusal, PREFIX, type Redis } from './redis-client.server'
import {
  createMemoryStore,
  getKeyKind,
  isForgettable,
  type SharedStore,
  type StoreKey,
  type StoreKind,
} from './shared-store.server'

/** By default a command waits for the usual time. */
const deadlinesOfKinds: Partial<Record<StoreKind, number>> = {
  lock: deadlinesMs.session,
  next: deadlinesMs.session,
  form: deadlinesMs.guard,
  'form-guest': deadlinesMs.guard,
}
/** While these are in local memory, containers may refresh a token independently. */
const refreshKinds: readonly StoreKind[] = ['lock', 'next']
/** Results of refreshes: each container stores its own, in case a new master lacks them. */
const SURVIVOR: StoreKind = 'next'

const RELEASE = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`

/**
 * The store of several containers: each kind of key is in the Redis of the state or in that of the
 * cache. Without it, or while it is down, slow or full, calls use this process's memory. Shoppers
 * notice nothing; containers then share no values.
 */
export function createStore(state: Redis | null, cache: Redis | null): SharedStore {
  const memory = createMemoryStore()
  let dividedAt = -Infinity

  async function run<T>(
    operation: keyof SharedStore,
    key: StoreKey,
    commands: (client: Redis['client']) => Promise<T>,
    local: () => Promise<T>,
  ): Promise<T> {
    const kind = getKeyKind(key)
    const redis = isForgettable(kind) ? cache : state
    if (!redis) return local()
    const fallback = () => {
      if (refreshKinds.includes(kind)) dividedAt = performance.now()
      return local()
    }
    return redis.run(operation, () => commands(redis.client), fallback, deadlinesOfKinds[kind])
  }

  // A new master may lack the last writes of the old one, and the decisions of containers without Redis.
  state?.on('ready', () => {
    dividedAt = performance.now()
    for (const [key, value, leftMs] of memory.entries(SURVIVOR))
      void claim(state.client, key, value, Math.ceil(leftMs)).catch(() => undefined)
  })
  return {
    async get(key) {
      // A value written locally during an outage is newer than the one in Redis.
      const own = await memory.get(key)
      if (own !== null && getKeyKind(key) !== SURVIVOR) return own
      const local = async () => own
      return run('get', key, async (client) => (await client.get(PREFIX + key)) ?? own, local)
    },
    async set(key, value, lifeMs) {
      const local = () => memory.set(key, value, lifeMs)
      const set = async (client: Redis['client']) => {
        await client.set(PREFIX + key, value, 'PX', lifeMs)
        if (getKeyKind(key) === SURVIVOR) await local()
        else memory.delete(key)
      }
      await run('set', key, set, local)
    },
    async claim(key, value, lifeMs) {
      const local = () => memory.claim(key, value, lifeMs)
      const isTaken = (await memory.get(key)) !== null
      return !isTaken && run('claim', key, (client) => claim(client, key, value, lifeMs), local)
    },
    async release(key, value) {
      await memory.release(key, value)
      const release = async (client: Redis['client']) =>
        void (await client.eval(RELEASE, 1, PREFIX + key, value))
      await run('release', key, release, async () => undefined)
    },
    wasDivided: (withinMs) => performance.now() - dividedAt < withinMs,
    close: async () => {
      await memory.close()
      for (const redis of [state, cache]) redis?.destroy()
    },
  }
}

/** A full Redis refuses every write before it looks at the key, so the key is read then. */
async function claim(client: Redis['client'], key: string, value: string, lifeMs: number) {
  try {
    return (await client.set(PREFIX + key, value, 'PX', lifeMs, 'NX')) === 'OK'
  } catch (error) {
    if (getRefusal(error) && (await client.get(PREFIX + key)) !== null) return false
    throw error
  }
}

/** This many random keys cover several slots of a cluster. */
const PROBE_KEYS = 8

/**
 * Writes, reads and deletes keys as the store and the limits do.
 * @throws Error of Redis
 */
export async function probeRedis(redis: Redis): Promise<void> {
  const { client } = redis
  const probe = async () => {
    const key = `${PREFIX}probe:${randomUUID()}`
    // All at once, so that a late event loop is waited for once.
    const [, value] = await Promise.all([
      client.set(key, '1', 'PX', 10_000),
      client.get(key),
      client.eval(RELEASE, 1, key, '1'),
      client.multi().get(key).pttl(key).exec(),
      client.del(key),
    ])
    if (value !== '1') throw new Error('does not know what was just written')
  }
  const probes = Array.from({ length: PROBE_KEYS }, probe)
  // A sign-out waits for a replica; here only the permission is checked.
  const waits = Promise.allSettled(redis.masters.map((master) => master.wait(0, 1)))
  // A refused write says more than a refused WAIT.
  await Promise.all(probes)
  for (const wait of await waits) if (wait.status === 'rejected') throw wait.reason
}
