import type { RedisRole } from '~/platform/redis-address.server'

import { getRefusal } from './redis-client.server'

/** Memory as Redis reports it, in bytes; a limit of 0 means none. */
interface RedisMemory {
  policy: string
  usedBytes: number
  limitBytes: number
  /** Keys evicted since the start of Redis. */
  evicted: number
}

/** Parses the reply to `INFO`; null when it has no memory section. */
function readRedisMemory(info: string): RedisMemory | null {
  const field = (name: string) => new RegExp(`^${name}:(\\S+)`, 'm').exec(info)?.[1]
  const policy = field('maxmemory_policy')
  if (!policy) return null
  return {
    policy,
    usedBytes: Number(field('used_memory') ?? 0),
    limitBytes: Number(field('maxmemory') ?? 0),
    evicted: Number(field('evicted_keys') ?? 0),
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
