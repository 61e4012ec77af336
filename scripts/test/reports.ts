// Reads the reports of the test runners into counts.
import { writeFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

import type { JSONReport, JSONReportSuite, JSONReportTest } from '@playwright/test/reporter'
import type { Reporter, TestCase, TestModule } from 'vitest/node'

export interface Count {
  passed: number
  failed: number
  failures?: string[]
  /** Tests that passed at their second try. */
  secondTries?: string[]
}

const MAX_LETTERS = 500

/** A name with the beginning of its reason, on one line: often only the end of a long log is stored. */
function because(name: string, reason = ''): string {
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

/** Counts a run of Vitest into the file that `TEST_COUNT` names. */
export default class Counter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    if (process.env.TEST_COUNT)
      writeFileSync(process.env.TEST_COUNT, JSON.stringify(countModules(modules)))
  }
}

function countModules(modules: readonly TestModule[]): Count {
  const tests = modules.flatMap(({ children }) => [...children.allTests()])
  const named = (test: TestCase) => because(test.fullName, test.result().errors?.[0]?.message)
  const failures = modules.flatMap((file) => {
    const failed = [...file.children.allTests('failed')].map(named)
    if (file.state() !== 'failed' || failed.length > 0) return failed
    // It could not start, or a hook failed.
    const errors = [file, ...file.children.allSuites()].flatMap((part) => part.errors())
    return [because(file.relativeModuleId, errors[0]?.message)]
  })
  return {
    passed: tests.filter((test) => test.result().state === 'passed').length,
    failed: failures.length,
    failures,
    secondTries: tests.filter((test) => test.diagnostic()?.flaky).map(named),
  }
}

export function readPlaywright({ stats, suites }: Pick<JSONReport, 'stats' | 'suites'>): Count {
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

const getTests = ({
  specs,
  suites = [],
}: JSONReportSuite): (JSONReportTest & { name: string })[] => [
  ...specs.flatMap(({ title, file, line, tests }) =>
    tests.map((test) => ({ ...test, name: `[${test.projectName}] ${file}:${line} ${title}` })),
  ),
  ...suites.flatMap(getTests),
]
