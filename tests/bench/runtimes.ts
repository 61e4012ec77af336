import { readFileSync } from 'node:fs'

import { ensureRuntime, majorOf, versionOf } from '../../scripts/runtime'
import { startApp, type AppProcess } from '../support/app-process'
import { measure } from './load'
import { table } from './report'

const ROUNDS = 3
const STARTS = 3
const CONNECTIONS = 8
/** Unit of Linux' processor time. */
const TICK_MS = 10

export interface Question {
  gatewayUrl: string
  imageOrigin: string
  pages: { path: string; headers: Record<string, string> }[]
  seconds: number
}

const median = (values: number[]) =>
  values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN

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

/**
 * Measures the same pages of the same build on this Node and on the image's in turns, so that other load
 * affects both. Processor time of a page is the most stable figure.
 */
export async function runtimesTable(question: Question): Promise<string> {
  const { gatewayUrl, imageOrigin, pages, seconds } = question
  const paths = [process.execPath, ensureRuntime()]
  const [own = '', other = ''] = paths.map((path) => `Node ${majorOf(versionOf(path) ?? '')}`)
  const settings = { IMAGE_ORIGINS: imageOrigin, LOG_LEVEL: 'info' }
  const start = (path: string) => startApp(gatewayUrl, settings, { node: path })

  const starts: number[][] = []
  for (const path of paths) {
    const times: number[] = []
    for (let each = 0; each < STARTS; each += 1) {
      const started = performance.now()
      const app = await start(path)
      await (await fetch(app.origin)).text()
      times.push((performance.now() - started) / 1000)
      await app.stop()
    }
    starts.push(times)
  }

  const apps = await Promise.all(paths.map(start))
  const rows: string[][] = []
  for (const { path, headers } of pages) {
    const found = apps.map(() => ({ perSecond: [] as number[], cost: [] as number[] }))
    for (let round = 0; round < ROUNDS; round += 1)
      for (const [index, app] of apps.entries()) {
        const load = { origin: app.address, path, headers, connections: CONNECTIONS, seconds }
        const before = usedMs(app)
        const { requestsPerSecond } = await measure(load)
        // `measure` also requests pages in a warm-up of one second, at about the same rate.
        const asked = requestsPerSecond * (seconds + 1)
        found[index]!.perSecond.push(requestsPerSecond)
        found[index]!.cost.push((usedMs(app) - before) / asked)
      }
    const [a, b] = found.map(({ perSecond, cost }) => [median(perSecond), median(cost)] as const)
    rows.push([
      `\`${path.replace(/\d{6,}/, '…')}\`, pages a second`,
      ...[a, b].map((each) => (each?.[0] ?? NaN).toFixed(0)),
      ((b?.[0] ?? NaN) / (a?.[0] ?? NaN)).toFixed(2),
    ])
    rows.push([
      `\`${path.replace(/\d{6,}/, '…')}\`, processor per page, ms`,
      ...[a, b].map((each) => (each?.[1] ?? NaN).toFixed(2)),
      ((b?.[1] ?? NaN) / (a?.[1] ?? NaN)).toFixed(2),
    ])
    console.log(rows.at(-2)?.join(' | '), rows.at(-1)?.join(' | '))
  }
  const memory = apps.map(residentMegabytes)
  for (const app of apps) await app.stop()
  const [startsA, startsB] = starts.map(median)
  rows.push([
    `start to the first page, s, median of ${STARTS}`,
    ...[startsA, startsB].map((each) => (each ?? NaN).toFixed(2)),
    ((startsB ?? NaN) / (startsA ?? NaN)).toFixed(2),
  ])
  rows.push([
    'memory after this load, MB',
    ...memory.map((each) => each.toFixed(0)),
    ((memory[1] ?? NaN) / (memory[0] ?? NaN)).toFixed(2),
  ])
  return table(['what', own, other, `${other} to ${own}`], rows)
}
