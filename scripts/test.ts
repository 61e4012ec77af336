// Every check of the project, in the order in which faults are cheapest to find. Ends with the line
// «N passed, N failed», where each step that is not a test suite counts as one; what failed is named
// once more before it, because a long log is often kept only in part.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { findRuntime, majorOf, RUNTIME_VERSION } from './runtime'

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

/** @param isHeld whether what it says is kept until it ends: then two of them can run side by side */
async function run(
  command: string,
  args: string[],
  env: Record<string, string> = {},
  isHeld = false,
): Promise<boolean> {
  const child = spawn(command, args, {
    stdio: isHeld ? ['inherit', 'pipe', 'pipe'] : 'inherit',
    env: { ...process.env, ...env },
  })
  const said: Buffer[] = []
  child.stdout?.on('data', (chunk: Buffer) => said.push(chunk))
  child.stderr?.on('data', (chunk: Buffer) => said.push(chunk))
  const [status] = (await once(child, 'close')) as [number | null]
  process.stdout.write(Buffer.concat(said))
  return status === 0
}

/** A Node for the built application; the tests themselves are always run by this one. */
interface Runtime {
  name: string
  env: Record<string, string>
}

const runtimeOf = (path: string, major: number): Runtime => ({
  name: `Node ${major}`,
  env: { APP_NODE: path, APP_NODE_MAJOR: String(major) },
})
const own = runtimeOf(process.execPath, majorOf(process.version))

/** The Node of the image where this one is another; it was fetched by the first step. */
function otherRuntime(): Runtime[] {
  const major = majorOf(RUNTIME_VERSION)
  const path = findRuntime()
  return path && majorOf(process.version) !== major ? [runtimeOf(path, major)] : []
}

async function step(title: string, check: () => Promise<Count>): Promise<void> {
  console.log(`\n— ${title}`)
  const started = Date.now()
  const { passed, failed, failures = [], times = [] } = await check()
  total.passed += passed
  total.failed += failed
  if (failed > 0)
    total.failures.push(
      ...(failures.length > 0 ? failures.map((each) => `${title}: ${each}`) : [title]),
    )
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

/** Projects that run side by side: what they say is not to be mixed. */
const besideOthers = new Set(['unit', 'routes', 'resilience', 'security', 'operations'])

async function vitest(project: string, { name, env }: Runtime = own): Promise<Count> {
  const report = join(reports, `${project} ${name}.json`)
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`]
  const isHeld = besideOthers.has(project)
  const words = ['vitest', 'run', '--project', project, ...reporters]
  const isGood = await run('npx', words, env, isHeld)
  return counted(isGood, () => {
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(
      readFileSync(report, 'utf8'),
    ) as VitestReport
    const failures = testResults.flatMap(({ name, status, assertionResults }) => [
      // A file that could not begin has no test that failed.
      ...(status === 'failed' && !assertionResults.some((test) => test.status === 'failed')
        ? [name]
        : []),
      ...assertionResults.filter((test) => test.status === 'failed').map((test) => test.fullName),
    ])
    // A rejection that nobody waited for belongs to no test.
    if (!isGood && numFailedTests === 0 && failures.length === 0)
      failures.push('an error outside of its tests, told in its output')
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

async function playwright({ name, env }: Runtime, ...args: string[]): Promise<Count> {
  const report = join(reports, `e2e ${name}.json`)
  const isGood = await run('npx', ['playwright', 'test', '--reporter=line,json', ...args], {
    ...env,
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
// Units are busy in one process, loaders wait; neither looks at what is built.
await Promise.all([
  step('unit tests', () => vitest('unit')),
  (async () => {
    await step('loaders and actions', () => vitest('routes'))
    await step('build', () => asOne(run('npm', ['run', '--silent', 'build'], {}, true)))
  })(),
])

const runtimes = [...otherRuntime(), own]
const suites = {
  http: 'the built application over HTTP',
  resilience: 'faults, fuzz and several containers, the quick part',
  security: 'attacks on the built application',
  operations: "an operator's day",
} as const
const suite = (name: keyof typeof suites, runtime: Runtime) =>
  step(`${suites[name]}, ${runtime.name}`, () => vitest(name, runtime))

for (const runtime of runtimes) await suite('http', runtime)
// Neither fills a core: one Node is hurt while the other is attacked.
await Promise.all([
  (async () => {
    for (const runtime of runtimes) await suite('resilience', runtime)
  })(),
  (async () => {
    for (const runtime of runtimes.toReversed()) await suite('security', runtime)
    await suite('operations', runtimes[0] ?? own)
  })(),
])
await step('a day in Firefox and in WebKit', () => vitest('engines'))
await step(`journeys in a browser, ${own.name}`, () => playwright(own))
for (const other of otherRuntime())
  await step(`one journey of each kind, ${other.name}`, () =>
    playwright(other, '--grep=@each-kind'),
  )

for (const failure of total.failures) console.log(`✗ ${failure}`)
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed === 0 ? 0 : 1)
