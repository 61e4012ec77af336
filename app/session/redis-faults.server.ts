import type { RedisRole } from './redis-memory.server'

/** What Redis refuses commands with, and what to do about it. */
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

/** The codes of a Redis that still tells what it knows, and refuses what is new. */
const FULL: readonly string[] = ['OOM', 'MISCONF']

/** Whether with this code Redis is of some use all the same. */
export const isOnlyFull = (code: string) => FULL.includes(code)

/** What a refusal means, as text that say what to do, after the name of the Redis. */
export function adviceOn(code: string): string {
  return `says ${code}: it ${advice[code] ?? 'refuses commands'}`
}

const names: Record<RedisRole, string> = { state: 'Redis', cache: 'the Redis for public data' }

/** The line of the log for a refusal. */
export function refusalLine(role: RedisRole, code: string): string {
  const full = isOnlyFull(code) ? ' refuses to write, is it full? It' : ''
  return `${names[role]}${full} ${adviceOn(code)}. This container keeps what is new by itself`
}
