// What the suites write of themselves, read into counts.
import { readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

import type { Count } from './schedule'

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  testResults: {
    name: string
    status: string
    /** Of a file that could not begin. */
    message?: string
    assertionResults: {
      status: string
      fullName: string
      duration?: number | null
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
      results: { duration: number; error?: { message?: string } }[]
    }[]
  }[]
  suites?: PlaywrightSuite[]
}

interface PlaywrightReport {
  stats: Record<'expected' | 'flaky' | 'unexpected' | 'skipped', number>
  suites: PlaywrightSuite[]
}

const MOST_WORDS = 500

/** A name with the first words of why, on one line: of a long log often only the end is kept. */
function because(name: string, reason = ''): string {
  const words = stripVTControlCharacters(reason).replace(/\s+/g, ' ').trim().slice(0, MOST_WORDS)
  return words ? `${name}: ${words}` : name
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

/** A rejection that nobody waited for belongs to no test, and is in no report. */
const STRAY = /Vitest caught \d+ unhandled error/

/**
 * @param path a report by vitest's reporter `json`
 * @param ended whether vitest ended well, and what it said
 */
export function readVitest(
  path: string,
  { isGood, text }: { isGood: boolean; text: string },
): Count {
  return counted(isGood, () => {
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(
      readFileSync(path, 'utf8'),
    ) as VitestReport
    const failures = testResults.flatMap(({ name, status, message, assertionResults }) => [
      // A file that could not begin has no test that failed.
      ...(status === 'failed' && !assertionResults.some((test) => test.status === 'failed')
        ? [because(name, message)]
        : []),
      ...assertionResults
        .filter((test) => test.status === 'failed')
        .map(({ fullName, failureMessages }) => because(fullName, failureMessages?.[0])),
    ])
    const isStray = STRAY.test(stripVTControlCharacters(text))
    if (isStray || (!isGood && failures.length === 0))
      failures.push('an error outside of its tests, told in its output')
    const all = testResults.flatMap(({ assertionResults }) => assertionResults)
    const times = all.map(({ fullName, duration }): [string, number] => [fullName, duration ?? 0])
    const count = { passed: numPassedTests, failed: numFailedTests, failures, times }
    const files = testResults.filter(({ status }) => status === 'failed').map(({ name }) => name)
    // Which file a stray error is of is not known, so none is tried again.
    if (files.length === 0 || isStray) return count
    const elsewhere = testResults
      .filter(({ name }) => !files.includes(name))
      .flatMap(({ assertionResults }) => assertionResults)
    const passedElsewhere = elsewhere.filter(({ status }) => status === 'passed').length
    return { ...count, again: { files, passedElsewhere } }
  })
}

type Status = PlaywrightSuite['specs'][number]['tests'][number]['status']

/** Journeys that ended so, each by its project: a specification's own verdict is that of one of them. */
function endedIn({ specs, suites = [] }: PlaywrightSuite, ...ends: Status[]): string[] {
  const names = specs.flatMap(({ file, line, title, tests }) =>
    tests
      .filter(({ status }) => ends.includes(status))
      .map(({ projectName, results }) =>
        because(
          `[${projectName}] ${file}:${line} ${title}`,
          results.find(({ error }) => error)?.error?.message,
        ),
      ),
  )
  return [...names, ...suites.flatMap((suite) => endedIn(suite, ...ends))]
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

/**
 * @param path a report by Playwright's reporter `json`
 * @param isGood whether Playwright ended well
 */
export function readPlaywright(path: string, isGood: boolean): Count {
  return counted(isGood, () => {
    const { stats, suites } = JSON.parse(readFileSync(path, 'utf8')) as PlaywrightReport
    return {
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected + stats.skipped,
      failures: suites.flatMap((suite) => endedIn(suite, 'unexpected', 'skipped')),
      secondTries: suites.flatMap((suite) => endedIn(suite, 'flaky')),
      times: suites.flatMap(timesIn),
    }
  })
}
