// Runs and counts the steps of a suite: the output of each is printed at its end.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { counted, readPlaywright, type Count } from './reports'

const reports = mkdtempSync(join(tmpdir(), 'tests-'))

/** One step of a suite. A command without a test runner counts as one test. */
export interface Step {
  title: string
  run(): Promise<Count>
}

async function run(args: readonly string[], env: Record<string, string> = {}): Promise<boolean> {
  const [name = '', ...rest] = args
  const child = spawn(name, rest, {
    stdio: ['ignore', 'pipe', 'pipe'],
    // A suite that a test starts does not belong into this one's summary.
    env: { ...process.env, TEST_SUMMARY: undefined, ...env },
  })
  const output: Buffer[] = []
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => output.push(chunk))
  const [status] = (await once(child, 'close')) as [number | null]
  process.stdout.write(Buffer.concat(output))
  return status === 0
}

export const command = (title: string, ...args: string[]): Step => ({
  title,
  run: async () => ((await run(args)) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }),
})

export const npm = (title: string, script: string): Step =>
  command(title, 'npm', 'run', '--silent', script)

/** By TypeScript 7, in a fifth of the time of 5, which ESLint still needs. */
export const TYPESCRIPT = 'node_modules/typescript-native/bin/tsc'

interface VitestOptions {
  projects: readonly string[]
  args?: readonly string[]
  env?: Record<string, string>
}

/** Projects of vitest.config.ts; each test has a second try, which is counted. */
export const vitest = (title: string, { projects, args = [], env }: VitestOptions): Step => ({
  title,
  async run() {
    const report = join(reports, `${title}.json`)
    const isGood = await run(
      [
        ...['node', 'node_modules/vitest/vitest.mjs', 'run', '--retry=1', ...args],
        ...projects.flatMap((project) => ['--project', project]),
        ...['--reporter=dot', '--reporter=./scripts/test/reports.ts'],
      ],
      { ...env, TEST_COUNT: report },
    )
    return counted(isGood, () => readJson(report))
  },
})

/** Journeys in a browser; each has a second try, which is counted. */
export const playwright = (title: string, ...args: string[]): Step => ({
  title,
  async run() {
    const report = join(reports, `${title}.json`)
    const isGood = await run(
      [
        ...['node', 'node_modules/@playwright/test/cli.js', 'test', '--retries=1'],
        ...['--reporter=line,json', ...args],
      ],
      { PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    )
    return counted(isGood, () => readPlaywright(readJson(report)))
  },
})

const readJson = (path: string): never => JSON.parse(readFileSync(path, 'utf8')) as never

/** A step that begins when another one, which has begun before, has ended. */
export const after = (earlier: Promise<unknown>, { title, run }: Step): Step => ({
  title,
  run: () => earlier.then(run),
})

const MAX_SECOND_TRIES = 2

/** Steps that run one after the other; lanes of a stage run side by side. */
export type Lane = readonly Step[]

/**
 * Runs a suite, stage by stage, and exits. Prints each failure and second try, then the sum «N passed, N
 * failed». `TEST_SUMMARY` names a file for the same lines, so that `.ci/run` can end with both suites.
 */
export async function runSuite(...stages: Lane[][]): Promise<never> {
  const counts: [title: string, count: Count][] = []
  for (const lanes of stages)
    await Promise.all(
      lanes.map(async (lane) => {
        for (const step of lane) counts.push([step.title, await runStep(step)])
      }),
    )
  const { passed, failed, remarks } = summarise(counts)
  for (const remark of remarks) console.log(remark)
  console.log(`\n${passed} passed, ${failed} failed`)
  if (process.env.TEST_SUMMARY)
    appendFileSync(
      process.env.TEST_SUMMARY,
      [...remarks, `${passed} passed, ${failed} failed`, ''].join('\n'),
    )
  process.exit(failed === 0 ? 0 : 1)
}

async function runStep({ title, run }: Step): Promise<Count> {
  console.log(`\n— ${title} …`)
  const started = performance.now()
  const count = await run()
  const seconds = Math.round((performance.now() - started) / 1000)
  console.log(`— ${title}: ${count.passed} passed, ${count.failed} failed, ${seconds} s`)
  return count
}

/** More than two second tries count as a failure, because they hide faults. */
export function summarise(
  counts: readonly (readonly [title: string, count: Count])[],
): Pick<Count, 'passed' | 'failed'> & { remarks: string[] } {
  const sum = { passed: 0, failed: 0, remarks: [] as string[] }
  const secondTries: string[] = []
  for (const [title, { passed, failed, failures = [], ...count }] of counts) {
    sum.passed += passed
    sum.failed += failed
    secondTries.push(...(count.secondTries ?? []).map((name) => `${title}: ${name}`))
    const reasons = failed > 0 && failures.length === 0 ? ['see its output'] : failures
    for (const reason of reasons) sum.remarks.push(`✗ ${title}: ${reason}`)
  }
  for (const name of secondTries) sum.remarks.push(`≈ second try, ${name}`)
  if (secondTries.length > MAX_SECOND_TRIES) {
    sum.remarks.push(
      `✗ ${secondTries.length} second tries; more than ${MAX_SECOND_TRIES} hide faults`,
    )
    sum.failed += 1
  }
  return sum
}

const FOLDER = 'tests/e2e'

/** One file of journeys for each kind of form and for the card; other screens have them in the release suite. */
const kinds = ['sign-in', 'registration', 'captcha', 'card', 'coupons', 'surveys', 'push'].map(
  (kind) => `${kind}.spec.ts`,
)

/** The files of `npm test`. */
export const smokeJourneys = kinds.map((file) => `${FOLDER}/${file}`)

/** The files of `npm run test:release`: all others. */
export const otherJourneys = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.spec.ts') && !kinds.includes(file))
  .map((file) => `${FOLDER}/${file}`)
