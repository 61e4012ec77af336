// Reads the reports of the test runners into counts.
import { writeFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

import type { Reporter, TestCase } from 'vitest/node'

export interface Count {
  passed: number
  failed: number
  failures?: string[]
  /** Tests that passed at their second try. */
  secondTries?: string[]
}

export interface SecondTry {
  name: string
}

export interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  testResults: {
    name: string
    status: string
    /** Of a file that could not start. */
    message?: string
    assertionResults: {
      status: string
      fullName: string
      failureMessages?: string[]
    }[]
  }[]
}

interface PlaywrightSuite {
  specs: {
    title: string
    file: string
    line: number
    tests: {
      projectName: string
      status: 'expected' | 'unexpected' | 'flaky' | 'skipped'
      results: { error?: { message?: string } }[]
    }[]
  }[]
  suites?: PlaywrightSuite[]
}

export interface PlaywrightReport {
  stats: Record<'expected' | 'flaky' | 'unexpected' | 'skipped', number>
  suites: PlaywrightSuite[]
}

const MAX_LETTERS = 500

/** A name with the beginning of its reason, on one line: often only the end of a long log is stored. */
export function because(name: string, reason = ''): string {
  const text = stripVTControlCharacters(reason).replace(/\s+/g, ' ').trim().slice(0, MAX_LETTERS)
  return text ? `${name}: ${text}` : name
}

/** A report that is missing, empty or contradicts the exit code counts as a failure. */
export function counted(isGood: boolean, read: () => Count): Count {
  try {
    const count = read()
    if (count.passed + count.failed > 0 && isGood === (count.failed === 0)) return count
    const failures = count.failures?.length ? count.failures : ['an error outside of its tests']
    return { ...count, failures, failed: Math.max(1, count.failed) }
  } catch (error) {
    return { passed: 0, failed: 1, failures: [`no report: ${String(error)}`] }
  }
}

export function readVitest(report: VitestReport, secondTries: SecondTry[]): Count {
  const failures = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (status === 'failed' && failed.length === 0) return [because(name, message)]
    return failed.map(({ fullName, failureMessages }) => because(fullName, failureMessages?.[0]))
  })
  return {
    passed: report.numPassedTests,
    failed: Math.max(report.numFailedTests, failures.length),
    failures,
    secondTries: secondTries.map(({ name }) => name),
  }
}

export function readPlaywright({ stats, suites }: PlaywrightReport): Count {
  const tests = suites.flatMap(getTests)
  const named = (...statuses: string[]) =>
    tests
      .filter(({ status }) => statuses.includes(status))
      .map(({ name, results }) => because(name, results.find(({ error }) => error)?.error?.message))
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + stats.skipped,
    failures: named('unexpected', 'skipped'),
    secondTries: named('flaky'),
  }
}

function getTests({
  specs,
  suites = [],
}: PlaywrightSuite): (PlaywrightSuite['specs'][number]['tests'][number] & {
  name: string
})[] {
  const own = specs.flatMap(({ title, file, line, tests }) =>
    tests.map((test) => ({ ...test, name: `[${test.projectName}] ${file}:${line} ${title}` })),
  )
  return [...own, ...suites.flatMap(getTests)]
}

/** Writes the tests that passed at their second try to the file in `SECOND_TRIES`; Vitest's own report leaves them out. */
export default class SecondTries implements Reporter {
  readonly #found: SecondTry[] = []

  onTestCaseResult(test: TestCase): void {
    if (!test.diagnostic()?.flaky) return
    const [error] = test.result().errors ?? []
    this.#found.push({ name: because(test.fullName, error?.message) })
  }

  onTestRunEnd(): void {
    const { SECOND_TRIES } = process.env
    if (SECOND_TRIES) writeFileSync(SECOND_TRIES, JSON.stringify(this.#found))
  }
}
