// Every check of the project, in the order in which faults are cheapest to find. Ends with the line
// «N passed, N failed», where each step that is not a test suite counts as one; what failed is named
// once more before it, because a long log is often kept only in part.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

interface Count {
  passed: number
  failed: number
  /** The names of those that failed, as far as they have any. */
  failures?: string[]
  /** What each test took, in milliseconds. */
  times?: [name: string, ms: number][]
}

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  testResults: {
    name: string
    status: string
    assertionResults: { status: string; fullName: string; duration?: number | null }[]
  }[]
}

interface PlaywrightSuite {
  specs: {
    ok: boolean
    title: string
    file: string
    line: number
    tests: { projectName: string; results: { duration: number }[] }[]
  }[]
  suites?: PlaywrightSuite[]
}

interface PlaywrightReport {
  stats: Record<'expected' | 'flaky' | 'unexpected' | 'skipped', number>
  suites: PlaywrightSuite[]
}

const reports = mkdtempSync(join(tmpdir(), 'april-tests-'))
/** So many tests of each suite are named with their time: where a run could be shorter. */
const SLOWEST = 8
const total = { passed: 0, failed: 0, failures: [] as string[] }

async function run(
  command: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<boolean> {
  const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...env } })
  const [status] = (await once(child, 'close')) as [number | null]
  return status === 0
}

async function step(title: string, check: () => Promise<Count>): Promise<void> {
  console.log(`\n— ${title}`)
  const started = Date.now()
  const { passed, failed, failures = [], times = [] } = await check()
  total.passed += passed
  total.failed += failed
  if (failed > 0) total.failures.push(...(failures.length > 0 ? failures : [title]))
  const seconds = Math.round((Date.now() - started) / 1000)
  for (const [name, ms] of times.sort(([, a], [, b]) => b - a).slice(0, SLOWEST))
    console.log(`  ${(ms / 1000).toFixed(1)} s ${name}`)
  console.log(`— ${title}: ${passed} passed, ${failed} failed, ${seconds} s`)
}

async function asOne(isGood: Promise<boolean>): Promise<Count> {
  return (await isGood) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

/** A report that is missing or says nothing is a failure, whatever the exit code. */
function counted(isGood: boolean, read: () => Count): Count {
  try {
    const count = read()
    if (count.passed + count.failed > 0 && isGood === (count.failed === 0)) return count
    return { ...count, failed: Math.max(1, count.failed) }
  } catch {
    return { passed: 0, failed: 1 }
  }
}

async function vitest(project: string): Promise<Count> {
  const report = join(reports, `${project}.json`)
  const isGood = await run('npx', [
    'vitest',
    'run',
    '--project',
    project,
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ])
  return counted(isGood, () => {
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(
      readFileSync(report, 'utf8'),
    ) as VitestReport
    const failures = testResults.flatMap(({ name, status, assertionResults }) => [
      // A file that could not be run has no tests.
      ...(status === 'failed' && assertionResults.length === 0 ? [name] : []),
      ...assertionResults.filter((test) => test.status === 'failed').map((test) => test.fullName),
    ])
    const times = testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .map(({ fullName, duration }): [string, number] => [fullName, duration ?? 0])
    return { passed: numPassedTests, failed: numFailedTests, failures, times }
  })
}

function brokenIn({ specs, suites = [] }: PlaywrightSuite): string[] {
  const broken = specs.filter(({ ok }) => !ok)
  const names = broken.map(({ file, line, title }) => `${file}:${line} ${title}`)
  return [...names, ...suites.flatMap(brokenIn)]
}

function timesIn({ specs, suites = [] }: PlaywrightSuite): [string, number][] {
  const times = specs.flatMap(({ file, line, title, tests }) =>
    tests.map(({ projectName, results }): [string, number] => [
      `[${projectName}] ${file}:${line} ${title}`,
      results.reduce((sum, { duration }) => sum + duration, 0),
    ]),
  )
  return [...times, ...suites.flatMap(timesIn)]
}

async function playwright(): Promise<Count> {
  const report = join(reports, 'e2e.json')
  const isGood = await run('npx', ['playwright', 'test', '--reporter=line,json'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
  })
  return counted(isGood, () => {
    const { stats, suites } = JSON.parse(readFileSync(report, 'utf8')) as PlaywrightReport
    return {
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected + stats.skipped,
      failures: suites.flatMap(brokenIn),
      times: suites.flatMap(timesIn),
    }
  })
}

await step('tools', () => asOne(run('bash', ['scripts/ensure-tools.sh'])))
// Each of them takes one core.
await Promise.all([
  step('types', () => asOne(run('npx', ['tsc', '--noEmit']))),
  step('lint', () => asOne(run('npm', ['run', '--silent', 'lint']))),
])
await step('licences', () => asOne(run('npm', ['run', '--silent', 'check:licences'])))
await step('unit tests', () => vitest('unit'))
await step('loaders and actions', () => vitest('routes'))
await step('build', () => asOne(run('npm', ['run', '--silent', 'build'])))
await step('the built application over HTTP', () => vitest('http'))
await step('faults, fuzz and several containers, the quick part', () => vitest('resilience'))
await step('attacks on the built application', () => vitest('security'))
await step('a day in Firefox and in WebKit', () => vitest('engines'))
await step('journeys in a browser', playwright)

for (const failure of total.failures) console.log(`✗ ${failure}`)
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed === 0 ? 0 : 1)
