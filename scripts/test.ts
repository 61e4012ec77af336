// Every check of the project, in the order in which faults are cheapest to find. Ends with the line
// «N passed, N failed», where each step that is not a test suite counts as one.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

interface Count {
  passed: number
  failed: number
}

const reports = mkdtempSync(join(tmpdir(), 'april-tests-'))
const total: Count = { passed: 0, failed: 0 }

function run(command: string, args: string[], env: Record<string, string> = {}): boolean {
  const { status } = spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } })
  return status === 0
}

function step(title: string, check: () => Count): void {
  console.log(`\n— ${title}`)
  const started = Date.now()
  const { passed, failed } = check()
  total.passed += passed
  total.failed += failed
  const seconds = Math.round((Date.now() - started) / 1000)
  console.log(`— ${title}: ${passed} passed, ${failed} failed, ${seconds} s`)
}

const asOne = (isGood: boolean): Count => ({ passed: isGood ? 1 : 0, failed: isGood ? 0 : 1 })

/** A report that is missing or says nothing is a failure, whatever the exit code. */
function counted(isGood: boolean, read: () => Count): Count {
  try {
    const count = read()
    if (count.passed + count.failed > 0 && isGood === (count.failed === 0)) return count
    return { passed: count.passed, failed: Math.max(1, count.failed) }
  } catch {
    return { passed: 0, failed: 1 }
  }
}

function vitest(project: string): Count {
  const report = join(reports, `${project}.json`)
  const isGood = run('npx', [
    'vitest',
    'run',
    '--project',
    project,
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ])
  return counted(isGood, () => {
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8'))
    return { passed: numPassedTests, failed: numFailedTests }
  })
}

function playwright(): Count {
  const report = join(reports, 'e2e.json')
  const isGood = run('npx', ['playwright', 'test', '--reporter=line,json'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
  })
  return counted(isGood, () => {
    const { stats } = JSON.parse(readFileSync(report, 'utf8'))
    return { passed: stats.expected + stats.flaky, failed: stats.unexpected + stats.skipped }
  })
}

step('tools', () => asOne(run('bash', ['scripts/ensure-tools.sh'])))
step('types', () => asOne(run('npx', ['tsc', '--noEmit'])))
step('lint', () => asOne(run('npm', ['run', '--silent', 'lint'])))
step('licences', () => asOne(run('npm', ['run', '--silent', 'check:licences'])))
step('unit tests', () => vitest('unit'))
step('build', () => asOne(run('npm', ['run', '--silent', 'build'])))
step('the built application over HTTP', () => vitest('http'))
step('faults, fuzz and several containers, the quick part', () => vitest('resilience'))
step('attacks on the built application', () => vitest('security'))
step('journeys in a browser', playwright)

console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed === 0 ? 0 : 1)
