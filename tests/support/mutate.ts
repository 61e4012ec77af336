// Breaks the product in one place at a time, in a copy, and runs the test that must notice. Without arguments all faults
// are tried; `3.24` or `app/card` names some, `--changed` those in changed files, `--seconds 100` a sample drawn anew,
// `--jobs 2` two at a time.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

import { getCost, readFaults, readProofs, type Fault } from './faults'

const LIMIT_MS = 300_000
/** A test that waits for what a fault took away fails by its own limit, well before the run's. */
const TEST_LIMIT_MS = 60_000
const { values, positionals } = parseArgs({
  options: {
    changed: { type: 'boolean' },
    seconds: { type: 'string' },
    jobs: { type: 'string', default: '1' },
  },
  allowPositionals: true,
})
const git = (...args: string[]) =>
  execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean)

/** A copy of the working tree that shares its packages. */
function copyTree(): string {
  const folder = mkdtempSync(join(tmpdir(), 'mutations-'))
  for (const file of git('ls-files', '-co', '--exclude-standard')) {
    if (!existsSync(file)) continue
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    copyFileSync(file, join(folder, file))
  }
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  execFileSync('git', ['init', '-q'], { cwd: folder })
  return folder
}

async function run(
  folder: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<string> {
  const child = spawn('node', args, {
    cwd: folder,
    env: { ...process.env, ...env },
    detached: true,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const timer = setTimeout(() => process.kill(-child.pid!, 'SIGKILL'), LIMIT_MS)
  await once(child, 'close')
  clearTimeout(timer)
  return output
}

interface Outcome {
  ran: number
  failed: number
  output: string
}

interface PlaywrightStats {
  stats: { expected: number; unexpected: number; flaky: number }
}

/** Runs the tests of a file that match a pattern of titles. */
async function runTests(folder: string, file: string, title: string): Promise<Outcome> {
  const report = join(folder, 'report.json')
  rmSync(report, { force: true })
  const isJourney = getCost(file) === 2
  const output = isJourney
    ? await run(
        folder,
        [
          'node_modules/@playwright/test/cli.js',
          'test',
          '--reporter=json',
          '--workers=1',
          '--retries=0',
          `--timeout=${TEST_LIMIT_MS}`,
          '-g',
          title,
          file,
        ],
        { PLAYWRIGHT_JSON_OUTPUT_NAME: report },
      )
    : await run(folder, [
        'node_modules/vitest/vitest.mjs',
        'run',
        file,
        '-t',
        title,
        `--testTimeout=${TEST_LIMIT_MS}`,
        '--reporter=json',
        '--outputFile',
        report,
      ])
  if (!existsSync(report)) return { ran: 0, failed: 0, output }
  const found = JSON.parse(readFileSync(report, 'utf8')) as Record<
    'numPassedTests' | 'numFailedTests',
    number
  > &
    PlaywrightStats
  const [passed, failed] = isJourney
    ? [found.stats.expected + found.stats.flaky, found.stats.unexpected]
    : [found.numPassedTests, found.numFailedTests]
  return { ran: passed + failed, failed, output }
}

/** A title as a pattern; `%s` and its like stand for any text. */
const pattern = (title: string) =>
  title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/%(?:\\\.\d+)?[a-z]|\\\$[a-z.]+/gi, '.*')

/** The tests that must notice a fault: file and pattern of the title. */
function testsOf(
  { row, test }: Fault,
  proofs: Map<string, string[]>,
): [file: string, title: string][] {
  if (!row) {
    const [file = '', title = ''] = (test ?? '').split(' › ')
    return [[file, pattern(title)]]
  }
  return (proofs.get(row) ?? []).map((file) => [
    file,
    `(^|[ ,])${row.replace('.', '\\.')}(, \\d+\\.\\d+)*: `,
  ])
}

/** Tries one fault. Returns null when a test failed by it, else what is wrong. */
async function tryFault(
  folder: string,
  fault: Fault,
  proofs: Map<string, string[]>,
): Promise<string | null> {
  // From the copy: the tree may change meanwhile.
  const path = join(folder, fault.file)
  const source = readFileSync(path, 'utf8')
  if (source.split(fault.from).length !== 2)
    return 'the text to replace does not stand once in its file'
  writeFileSync(
    path,
    source.replace(fault.from, () => fault.to),
  )
  try {
    const remarks: string[] = []
    let isBuilt = false
    for (const [file, title] of testsOf(fault, proofs)) {
      if (getCost(file) > 0 && !isBuilt) {
        const output = await run(folder, [
          'node_modules/@remix-run/dev/dist/cli.js',
          'vite:build',
          '--logLevel',
          'warn',
        ])
        const finished = await run(folder, ['scripts/finish-build.mjs', '--quick'])
        if (!existsSync(join(folder, 'build/server.js')))
          return `it does not build: ${output}${finished}`.slice(-500)
        isBuilt = true
      }
      const { ran, failed, output } = await runTests(folder, file, title)
      if (failed > 0) return null
      remarks.push(
        ran === 0 ? `no test ran in ${file}: ${output.slice(-500)}` : `${ran} passed in ${file}`,
      )
    }
    return remarks.join('; ') || 'no test has a title for it'
  } finally {
    writeFileSync(path, source)
    if (existsSync(join(folder, 'build'))) rmSync(join(folder, 'build'), { recursive: true })
  }
}

const changed = values.changed
  ? [...git('diff', '--name-only', 'HEAD'), ...git('ls-files', '-o', '--exclude-standard')]
  : null
const proofs = readProofs()
const isNamed = ({ row, file }: Fault) =>
  positionals.length === 0 || positionals.some((name) => row === name || file.startsWith(name))
const named = readFaults().filter(
  (fault) => isNamed(fault) && (!changed || changed.includes(fault.file)),
)
const needsBuild = (fault: Fault) => testsOf(fault, proofs).every(([file]) => getCost(file) > 0)
// While somebody writes, nothing is built for one row.
const chosen = named.filter((fault) => !changed || !needsBuild(fault))
if (chosen.length < named.length)
  console.log(
    `Left to all: ${named.filter((fault) => !chosen.includes(fault)).map(({ row, file }) => row ?? file)}`,
  )
const until = values.seconds ? Date.now() + Number(values.seconds) * 1000 : Infinity
const left = values.seconds ? chosen.toSorted(() => Math.random() - 0.5) : [...chosen]
let tried = 0
let survived = 0
const started = Date.now()

async function work() {
  if (left.length === 0) return
  const folder = copyTree()
  try {
    for (let fault = left.shift(); fault && Date.now() < until; fault = left.shift()) {
      const remark = await tryFault(folder, fault, proofs)
      tried += 1
      const name = `${fault.row ?? ''} ${fault.file}: ${fault.breaks}`.trim()
      const line = remark ? `✗ ${name}: ${remark}` : `✓ ${name}`
      if (remark) survived += 1
      console.log(line)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

await Promise.all(Array.from({ length: Number(values.jobs) }, work))
console.log(
  `${tried} faults tried in ${Math.round((Date.now() - started) / 1000)} s, ${survived} not found`,
)
process.exit(survived === 0 ? 0 : 1)
