import { readFileSync } from 'node:fs'

/** Processor time of this process for some work, in milliseconds: other programs do not count. */
export function getCpuTime(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** Processor time of a process's main thread, in milliseconds: other programs do not count. */
export function threadTime(pid: number | undefined): number {
  return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
}
