import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { AppProcess } from '../support/app-process'

const PERIOD_US = 20_000

/**
 * Limits a process to a share of a processor by a control group; returns a function that ends the limit.
 * @throws Error without the right to make one
 */
export function limitProcessor({ child }: AppProcess, share: number): () => void {
  const quota = String(Math.round(share * PERIOD_US))
  const [root, isSecond] = existsSync('/sys/fs/cgroup/cgroup.controllers')
    ? ['/sys/fs/cgroup', true]
    : ['/sys/fs/cgroup/cpu', false]
  const group = join(root, `april-capacity-${child.pid}`)
  try {
    mkdirSync(group)
    if (isSecond) writeFileSync(join(group, 'cpu.max'), `${quota} ${PERIOD_US}`)
    else {
      writeFileSync(join(group, 'cpu.cfs_period_us'), String(PERIOD_US))
      writeFileSync(join(group, 'cpu.cfs_quota_us'), quota)
    }
    writeFileSync(join(group, 'cgroup.procs'), String(child.pid))
  } catch (error) {
    throw new Error('Containers cannot be limited here: run it as root on Linux', { cause: error })
  }
  return () => {
    if (child.exitCode === null && child.signalCode === null)
      writeFileSync(join(root, 'cgroup.procs'), String(child.pid))
    rmdirSync(group)
  }
}
