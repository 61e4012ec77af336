import type { RedisRole } from '~/platform/redis-address.server'

import { getRefusal, type Redis } from './redis-client.server'
import { withLocalFallback } from './redis-store.server'

/** Memory as Redis reports it, in bytes; a limit of 0 means none. */
export interface RedisMemory {
  policy: string
  usedBytes: number
  limitBytes: number
  /** Keys evicted since the start of Redis. */
  evicted: number
}

/** Parses the reply to `INFO`; null when it has no memory section. */
function readRedisMemory(info: string): RedisMemory | null {
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

/** Explains a wrong eviction policy and its remedy; null when the policy fits the role. */
export function policyError(role: RedisRole, { policy }: Pick<RedisMemory, 'policy'>) {
  if (role === 'state' && policy !== 'noeviction')
    return `evicts by ${policy}: set maxmemory-policy to noeviction, or shoppers are signed out when it is full`
  if (role === 'cache' && !policy.startsWith('allkeys-'))
    return `evicts by ${policy}: set maxmemory-policy to allkeys-lru, or it keeps nothing new when it is full`
  return null
}

/** Of several masters the fullest one, which refuses writes first; null without data. */
export function getFullest(infos: string[]): RedisMemory | null {
  const fullness = ({ usedBytes, limitBytes }: RedisMemory) => usedBytes / (limitBytes || Infinity)
  const memories = infos.map(readRedisMemory).filter((memory) => memory !== null)
  return memories.sort((one, other) => fullness(other) - fullness(one))[0] ?? null
}

/** Explains what is missing when Redis refuses INFO; null for any other error. */
export function unwatchedError(error: unknown): string | null {
  const refusal = getRefusal(error)
  return (
    refusal &&
    `${refusal.text}: its memory, policy and evictions are not watched, and no replica is awaited`
  )
}

/** Asks Redis for its memory; null when it does not answer, and a text when it refuses to say. */
export async function getRedisMemory(redis: Redis): Promise<RedisMemory | string | null> {
  const refused = (error: unknown) => {
    const text = unwatchedError(error)
    if (text) return text
    throw error
  }
  const ask = () => redis.infos().then(getFullest).catch(refused)
  return withLocalFallback<RedisMemory | string | null>(redis, 'info', ask, async () => null)
}
