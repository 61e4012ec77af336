// How the checks are run: each in a process of its own, with what it says kept until it ends, because
// several of them run side by side.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'

import { findRuntime, majorOf, versionOf } from '../runtime'
import { readPlaywright, readVitest } from './reports'
import type { Count } from './schedule'

const reports = mkdtempSync(join(tmpdir(), 'april-tests-'))
/** What V8 compiled of the tests' tools and of the application, for the next process: Node 22 and newer keep it. */
const COMPILED = resolve('node_modules/.cache/compiled')

/** A Node that runs a step: the tests, and the application that they start. */
export interface Runtime {
  name: string
  path: string
}

const runtimeOf = (path: string): Runtime => ({
  name: `Node ${majorOf(versionOf(path) ?? '')}`,
  path,
})

/** The Node that this was called with: the machine's own. */
export const ownNode = runtimeOf(process.execPath)

/** The image's, once a step has fetched it; where there is none, the machine's own. */
export const shippedNode = (): Runtime => runtimeOf(findRuntime() ?? process.execPath)

/**
 * Runs a script of Node's, whose children find the same Node; says all that it said when it ends.
 * @returns whether it ended well, and what it said
 */
async function run(
  runtime: Runtime,
  [name, ...args]: [string, ...string[]],
  env: Record<string, string> = {},
): Promise<{ isGood: boolean; text: string }> {
  const child = spawn(name === 'node' ? runtime.path : name, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      PATH: [dirname(runtime.path), process.env.PATH].join(delimiter),
      NODE_COMPILE_CACHE: COMPILED,
      ...env,
    },
  })
  const said: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => said.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk))
  const [status] = (await once(child, 'close')) as [number | null]
  const all = Buffer.concat(said)
  process.stdout.write(all)
  return { isGood: status === 0, text: all.toString() }
}

/** A command that is good or not, and counts as one test. */
export async function command(runtime: Runtime, ...words: [string, ...string[]]): Promise<Count> {
  const { isGood } = await run(runtime, words)
  return isGood ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

/** Without npx, which takes half a second to find what is here. */
const vitestScript = 'node_modules/vitest/vitest.mjs'
const playwrightScript = 'node_modules/@playwright/test/cli.js'

/**
 * Projects of vitest.config.ts. `UNIT_WORKERS` in `env` is the number of processes for units, loaders and actions.
 * @param args further words of the command: options, or files, where only these are to be run
 */
export async function vitest(
  runtime: Runtime,
  projects: readonly string[],
  env: Record<string, string> = {},
  ...args: readonly string[]
): Promise<Count> {
  const report = join(reports, `${projects.join(' ')} ${runtime.name}.json`)
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`]
  const named = projects.flatMap((project) => ['--project', project])
  const words = [vitestScript, 'run', ...named, ...reporters, ...args]
  return readVitest(report, await run(runtime, ['node', ...words], env))
}

/** Journeys in a browser. Some measure time, and a shared machine can be slow once: each has a second try. */
export async function playwright(runtime: Runtime): Promise<Count> {
  const report = join(reports, `e2e ${runtime.name}.json`)
  const words = [playwrightScript, 'test', '--retries=1', '--reporter=line,json']
  const named = { PLAYWRIGHT_JSON_OUTPUT_NAME: report }
  const { isGood } = await run(runtime, ['node', ...words], named)
  return readPlaywright(report, isGood)
}
