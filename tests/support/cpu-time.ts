import { readFileSync } from 'node:fs'

/**
 * What some work costs: the processor time of this process, in milliseconds. The time that a busy machine
 * gives to others is not in it.
 */
export function cpuTimeOf(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** How long the main thread of a process has run, in milliseconds: other programs do not count. */
export function threadTime(pid: number | undefined): number {
  return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
}
