import { writeFileSync } from 'node:fs'

import type { Reporter, TestCase } from 'vitest/node'

import { because, type SecondTry } from './reports'

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
