import { expect } from 'vitest'

import type { AppProcess } from './app-process'
import { createVisitor } from './visitor'

/** Log lines that no fault of a gateway and no input may cause. */
const ailments = [
  'unhandled rejection',
  'uncaught exception',
  '"msg":"request failed"',
  '"msg":"a page failed"',
  'MaxListenersExceededWarning',
]

/** Checks that the process is alive, ready and without unexpected errors; then stops it. */
export async function expectHealthy(app: AppProcess): Promise<void> {
  expect(app.child.exitCode).toBeNull()
  const visitor = createVisitor(app.address, app.origin)
  expect((await visitor.get('/readyz')).status).toBe(200)
  const lines = app.log().split('\n')
  expect(lines.filter((line) => ailments.some((each) => line.includes(each)))).toEqual([])
  expect(await app.stop()).toBe(0)
}
