import { sharedOrAlone, type Redis } from './redis-store.server'

/** What a Redis is for; `state` may never evict, `cache` may always. */
export type RedisRole = 'state' | 'cache'

/** What Redis says of its memory, in bytes; a limit of 0 is none. */
export interface RedisMemory {
  policy: string
  usedBytes: number
  limitBytes: number
  /** How many keys it has evicted since its start. */
  evicted: number
}

/** Reads what `INFO` says; null where it says nothing of memory. */
export function readRedisMemory(info: string): RedisMemory | null {
  const fields = new Map<string, string>()
  for (const line of info.split('\n')) {
    const [name = '', value = ''] = line.trim().split(':')
    fields.set(name, value)
  }
  const policy = fields.get('maxmemory_policy')
  if (!policy) return null
  const number = (name: string) => Number(fields.get(name) ?? 0)
  return {
    policy,
    usedBytes: number('used_memory'),
    limitBytes: number('maxmemory'),
    evicted: number('evicted_keys'),
  }
}

/** What is wrong with a Redis for its role, as text that say what to do; null: nothing. */
export function policyFault(role: RedisRole, { policy }: Pick<RedisMemory, 'policy'>) {
  if (role === 'state' && policy !== 'noeviction')
    return `evicts by ${policy}: set maxmemory-policy to noeviction, or shoppers are signed out when it is full`
  if (role === 'cache' && !policy.startsWith('allkeys-'))
    return `evicts by ${policy}: set maxmemory-policy to allkeys-lru, or it keeps nothing new when it is full`
  return null
}

/** Asks Redis for its memory; null where it is away, or where that is not permitted. */
export async function redisMemoryOf(redis: Redis): Promise<RedisMemory | null> {
  const ask = async () => readRedisMemory(await redis.info())
  return sharedOrAlone(redis, 'info', ask, async () => null)
}
