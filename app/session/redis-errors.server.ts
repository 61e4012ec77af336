import type { RedisRole } from './redis-memory.server'

/** Error codes of Redis, with their meaning and remedy. */
const advice: Record<string, string> = {
  OOM: 'is full: give it more memory, or find what fills it (redis-cli --bigkeys)',
  MISCONF: 'cannot save to its disk and takes no writes: make room there, or switch saving off',
  READONLY: 'is a replica and takes no writes: let its address lead to the primary',
  CLUSTERDOWN:
    'runs in cluster mode and has lost slots; this site needs a Redis without cluster mode',
  MOVED: 'runs in cluster mode: this site needs a Redis without it, or a proxy in front of it',
  NOAUTH: 'refuses user or password: check both in its address, it asks for them',
  WRONGPASS: 'refuses user or password: check both in its address',
  NOPERM:
    'forbids its user a command or a key: permit ~april:* with +@read +@write +@scripting +info +ping',
  LOADING: 'is reading its data from the disk: wait',
  MASTERDOWN: 'is a replica that has lost its primary: let its address lead to the primary',
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
