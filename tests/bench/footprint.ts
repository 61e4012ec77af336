import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

import { startApp, type AppProcess } from '../support/app-process'
import { table } from './report'

const STARTS = 5

const megabytes = (kilobytes: number) => `${(kilobytes / 1024).toFixed(0)} MB`

/** Resident memory of a process, in kB. */
function residentKilobytes(pid: number | undefined): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
}

/** The build without source maps, which the image lacks; in kB on disk. */
function buildKilobytes(): number {
  const sizes = execFileSync('du', ['-sk', '--exclude=*.map*', 'build'], { encoding: 'utf8' })
  return Number.parseInt(sizes)
}

/**
 * Memory after the bench's load, time from the start of the process to its first page, and size of the build.
 */
export async function footprint(loaded: AppProcess, gatewayUrl: string): Promise<string> {
  const starts: number[] = []
  for (let each = 0; each < STARTS; each += 1) {
    const started = performance.now()
    const app = await startApp(gatewayUrl)
    const { status } = await fetch(app.origin)
    if (status !== 200) throw new Error(`The first page answered ${status}`)
    starts.push(performance.now() - started)
    await app.stop()
  }
  const median = starts.sort((a, b) => a - b)[Math.floor(STARTS / 2)] ?? NaN
  return table(
    ['what', 'figure'],
    [
      ['memory after the load above', megabytes(residentKilobytes(loaded.child.pid))],
      [`start to the first 200, median of ${STARTS}`, `${(median / 1000).toFixed(2)} s`],
      ['the build with its packages', megabytes(buildKilobytes())],
    ],
  )
}
