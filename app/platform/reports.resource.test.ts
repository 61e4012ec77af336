import { expect, test } from 'vitest'

import { testContext } from '../../tests/support/test-context'
import { action as report, loader as reports } from './csp-reports.resource'
import { action as fault, loader as faults } from './errors.resource'

const { visitor } = testContext()

test.each([
  ['/errors', faults],
  ['/csp-reports', reports],
])('answers 404 to a GET of %s', async (path, loader) => {
  expect((await (await visitor()).load(loader, path)).status).toBe(404)
})

const violation = { 'effective-directive': 'script-src', 'blocked-uri': 'https://evil.example/x' }

test.each([
  ['a report in the report-uri format', { 'csp-report': violation }, 204],
  [
    'a list in the Reporting API format',
    [{ type: 'csp-violation', body: { effectiveDirective: 'img-src', blockedURL: 'data' } }],
    204,
  ],
  [
    'a report outside a list, as WebKit sends it',
    { type: 'csp-violation', body: { effectiveDirective: 'img-src', blockedURL: 'data' } },
    204,
  ],
  ['a crash report', [{ type: 'crash', body: {} }], 204],
  ['more than 20 reports', Array.from({ length: 21 }, () => ({ type: 'crash', body: {} })), 400],
  ['a number', 1, 400],
])(
  'answers 204 to a CSP report of any type, and 400 to an invalid body: %s',
  async (_, body, status) => {
    const { send } = await visitor()
    expect((await send(report, '/csp-reports', JSON.stringify(body))).status).toBe(status)
  },
)

const thrown = { where: 'browser', what: 'script', name: 'TypeError', message: 'x is undefined' }

test.each([
  [thrown, 204],
  [{ ...thrown, name: 'AbortError' }, 204],
  [{ ...thrown, where: 'elsewhere' }, 400],
  [{ ...thrown, message: 'x'.repeat(20_001) }, 400],
  [{ ...thrown, name: 'Type Error' }, 400],
  ['not an object', 400],
])('answers 204 to a valid error report, and 400 to an invalid one (%#)', async (body, status) => {
  const { send } = await visitor()
  expect((await send(fault, '/errors', JSON.stringify(body))).status).toBe(status)
})

test('refuses a body that is no JSON', async () => {
  const { send } = await visitor()
  expect((await send(fault, '/errors', '{')).status).toBe(400)
  expect((await send(report, '/csp-reports', '{')).status).toBe(400)
})
