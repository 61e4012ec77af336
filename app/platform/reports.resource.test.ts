import { expect, test, vi } from 'vitest'

import { testContext } from '../../tests/support/test-context'
import { action as report, loader as reports } from './csp-reports.resource'
import { action as errorReport, loader as errorReports } from './errors.resource'
import { log } from './log.server'
import { metrics } from './metrics.server'

const { visitor } = testContext()

test.each([
  ['/errors', errorReports],
  ['/csp-reports', reports],
])('answers 404 to a GET of %s', async (path, loader) => {
  expect((await (await visitor()).load(loader, path)).status).toBe(404)
})

const older = (directive: string, blocked: string) => ({
  'csp-report': {
    ...{ 'effective-directive': directive, 'blocked-uri': blocked },
    ...{ 'document-uri': '/canary', 'script-sample': 'canary' },
  },
})
const newer = (type: string) => ({
  ...{ type, url: 'https://shop.example/canary' },
  body: { effectiveDirective: 'img-src', blockedURL: 'data', sample: 'canary' },
})

test.each<[string, unknown, number, ...[directive: string, blocked: string][]]>([
  [
    'a report in the report-uri format',
    older('script-src', 'https://evil.example/x?phone=79000000001'),
    204,
    ['script-src', 'evil.example/x'],
  ],
  ['an unknown directive', older('invented-src', 'blob:79000000001'), 204, ['other', 'blob:']],
  ['a list with a crash', [newer('csp-violation'), newer('crash')], 204, ['img-src', 'data']],
  ['a report outside a list, as WebKit sends it', newer('csp-violation'), 204, ['img-src', 'data']],
  ['more than 20 reports', Array.from({ length: 21 }, () => newer('csp-violation')), 400],
  ['a number', 1, 400],
])(
  'answers 204 to a CSP report of any type and logs violations, and 400 to an invalid body: %s',
  async (_, body, status, ...violations) => {
    const { send } = await visitor()
    const warn = vi.spyOn(log, 'warn')
    const count = vi.spyOn(metrics.cspReports, 'inc')
    expect((await send(report, '/csp-reports', JSON.stringify(body))).status).toBe(status)
    const logged = warn.mock.calls.map(([fields]) => fields)
    expect(logged).toMatchObject(violations.map(([directive, blocked]) => ({ directive, blocked })))
    expect(JSON.stringify(logged)).not.toContain('canary')
    expect(count.mock.calls).toEqual(violations.map(([directive]) => [{ directive }]))
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
  expect((await send(errorReport, '/errors', JSON.stringify(body))).status).toBe(status)
})

test('refuses a body that is no JSON', async () => {
  const { send } = await visitor()
  expect((await send(errorReport, '/errors', '{')).status).toBe(400)
  expect((await send(report, '/csp-reports', '{')).status).toBe(400)
})
