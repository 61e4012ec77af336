// How the checks are run: each in a process of its own, with what it says kept until it ends, because
// several of them run side by side.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { findRuntime, majorOf, RUNTIME_VERSION } from '../runtime'
import { readPlaywright, readVitest } from './reports'
import type { Count } from './schedule'

const reports = mkdtempSync(join(tmpdir(), 'april-tests-'))

/** A Node for the built application; the tests themselves are always run by this one. */
export interface Runtime {
  name: string
  env: Record<string, string>
}

const runtimeOf = (path: string, major: number): Runtime => ({
  name: `Node ${major}`,
  env: { APP_NODE: path, APP_NODE_MAJOR: String(major) },
})

/** The Node that runs the tests. */
export const ownRuntime = runtimeOf(process.execPath, majorOf(process.version))

/** The Node of the image where this one is another; the first step has fetched it. */
export function otherRuntime(): Runtime[] {
  const major = majorOf(RUNTIME_VERSION)
  const path = findRuntime()
  return path && majorOf(process.version) !== major ? [runtimeOf(path, major)] : []
}

/** The Node that runs the tests, where all of them are run on the image's as well. */
export const besideShipped: Runtime = {
  ...ownRuntime,
  env: { ...ownRuntime.env, BESIDE_SHIPPED: '1' },
}

/** Runs a command; says all that it said when it ends. */
async function run(
  command: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<boolean> {
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  const said: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => said.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk))
  const [status] = (await once(child, 'close')) as [number | null]
  process.stdout.write(Buffer.concat(said))
  return status === 0
}

/** A command that is good or not, and counts as one test. */
export async function command(name: string, ...args: string[]): Promise<Count> {
  return (await run(name, args)) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

/** Without npx, which takes half a second to find what is here. */
const vitestScript = 'node_modules/vitest/vitest.mjs'
const playwrightScript = 'node_modules/@playwright/test/cli.js'

/** The Node that runs the tests, with so many processes for units, or for loaders and actions. */
export const withWorkers = (count: number): Runtime => ({
  ...ownRuntime,
  env: { ...ownRuntime.env, UNIT_WORKERS: String(count) },
})

/** Projects of vitest.config.ts, against the application on this Node. */
export async function vitest(
  projects: readonly string[],
  { name, env }: Runtime = ownRuntime,
  ...args: string[]
): Promise<Count> {
  const report = join(reports, `${projects.join(' ')} ${name}.json`)
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`]
  const named = projects.flatMap((project) => ['--project', project])
  const words = [vitestScript, 'run', ...named, ...reporters, ...args]
  return readVitest(report, await run(process.execPath, words, env))
}

/** Journeys in a browser, against the application on this Node. */
export async function playwright({ name, env }: Runtime): Promise<Count> {
  const report = join(reports, `e2e ${name}.json`)
  const words = [playwrightScript, 'test', '--reporter=line,json']
  const named = { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report }
  return readPlaywright(report, await run(process.execPath, words, named))
}
