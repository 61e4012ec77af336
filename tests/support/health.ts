import { expect } from 'vitest'

import type { AppProcess } from './app-process'
import { createVisitor } from './visitor'

/** Lines that no fault of a gateway and no input of a visitor may bring about. */
const ailments = [
  'unhandled rejection',
  'uncaught exception',
  '"msg":"request failed"',
  '"msg":"a page failed"',
  'MaxListenersExceededWarning',
]

/** The process lives, takes requests and has met nothing that it did not expect; then it is ended. */
export async function expectHealthy(app: AppProcess): Promise<void> {
  expect(app.child.exitCode).toBeNull()
  const visitor = createVisitor(app.address, app.origin)
  expect((await visitor.get('/readyz')).status).toBe(200)
  const lines = app.log().split('\n')
  expect(lines.filter((line) => ailments.some((each) => line.includes(each)))).toEqual([])
  expect(await app.stop()).toBe(0)
}
