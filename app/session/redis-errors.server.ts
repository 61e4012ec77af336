import type { RedisRole } from '~/platform/redis-address.server'

import { refusalCode } from './redis-store.server'

/** Error codes of Redis, with their meaning and remedy. */
const advice: Record<string, string> = {
  OOM: 'is full: give it more memory, or find what fills it (redis-cli --bigkeys)',
  MISCONF: 'cannot save to its disk and takes no writes: make room there, or switch saving off',
  READONLY: 'is a replica and takes no writes: let its address lead to the primary',
  CLUSTERDOWN:
    'is a cluster that has lost slots: look for its failed nodes (redis-cli --cluster check)',
  MOVED: 'is a cluster: begin its address with redis+cluster or rediss+cluster',
  CROSSSLOT: 'is a cluster: begin its address with redis+cluster or rediss+cluster',
  NOAUTH: 'refuses user or password: check both in its address, it asks for them',
  WRONGPASS: 'refuses user or password: check both in its address',
  NOPERM: 'forbids its user a command or a key: docs/reference/redis.md lists what is needed',
  NOREPLICAS: 'has fewer replicas than its min-replicas-to-write: look for those that it has lost',
  LOADING: 'is reading its data from the disk: wait',
  MASTERDOWN: 'is a replica that has lost its primary: let its address lead to the primary',
}

/** Replies of a server of another kind than the address says. */
const mistaken: [reply: RegExp, advice: string][] = [
  [
    /no such master/i,
    'is a sentinel that has no master of this name: check the end of the address',
  ],
  [/no valid master node/i, 'is a sentinel whose master is down, with no other in its place yet'],
  [/unknown command.*sentinel/i, 'is no sentinel: begin its address with redis:// or rediss://'],
  [/unknown command/i, 'is a sentinel: write redis+sentinel://host,host/master'],
  [/cluster support disabled/i, 'is no cluster: begin its address with redis:// or rediss://'],
]

const FORBIDDEN_COMMAND = /'([a-z]+(?:\|[a-z]+)?)' command/i

/**
 * Meaning and remedy of a failed connection or a refused command, after the name of the setting; null when
 * unknown.
 */
export function replyAdvice(error: unknown): string | null {
  const text = error instanceof Error ? error.message : String(error)
  const found = mistaken.find(([reply]) => reply.test(text))
  if (found) return found[1]
  const code = refusalCode(error) ?? (/\bAUTH\b/.test(text) ? 'WRONGPASS' : null)
  if (!code) return null
  const command = code === 'NOPERM' && FORBIDDEN_COMMAND.exec(text)?.[1]
  return adviceOn(code) + (command ? `; this one was ${command.toUpperCase()}` : '')
}

/** Error codes of a Redis that still answers reads and refuses writes. */
const FULL: readonly string[] = ['OOM', 'MISCONF']

/** True when Redis still answers reads despite this code. */
export const isOnlyFull = (code: string) => FULL.includes(code)

/** Explains an error code and its remedy, after the name of the Redis. */
export function adviceOn(code: string): string {
  return `says ${code}: it ${advice[code] ?? 'refuses commands'}`
}

const names: Record<RedisRole, string> = { state: 'Redis', cache: 'the Redis for public data' }

/** The log message for a refused command. */
export function refusalLine(role: RedisRole, code: string): string {
  const full = isOnlyFull(code) ? ' refuses to write, is it full? It' : ''
  return `${names[role]}${full} ${adviceOn(code)}. This container keeps what is new by itself`
}
