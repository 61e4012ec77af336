import type { RedisRole } from '~/platform/redis-address.server'

/** Error codes of a Redis that still answers reads and refuses writes. */
const FULL: readonly string[] = ['OOM', 'MISCONF']

/** True when Redis still answers reads despite this code. */
export const isOnlyFull = (code: string) => FULL.includes(code)

const names: Record<RedisRole, string> = { state: 'Redis', cache: 'the Redis for public data' }

/** The log message for a refused command, by the error code of Redis. */
export function refusalLine(role: RedisRole, code: string): string {
  const full = isOnlyFull(code) ? ' refuses to write, is it full? It' : ''
  return `${names[role]}${full} says ${code} (docs/reference/redis.md). This container keeps what is new by itself`
}
