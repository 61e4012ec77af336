import { readFileSync } from 'node:fs'

import type { AppProcess } from '../support/app-process'

/** Unit of Linux' processor time. */
const TICK_MS = 10

/** Processor time of all threads of a process, in milliseconds. */
export function usedMs({ child }: AppProcess): number {
  const [, fields = ''] = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')
  const [user, system] = fields.split(' ').slice(11, 13).map(Number)
  return ((user ?? NaN) + (system ?? NaN)) * TICK_MS
}

/** Resident memory of a process, in MB. */
export function residentMegabytes({ child }: AppProcess): number {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
}
