import { expect, test, vi } from 'vitest'

import { env } from './env.server'
import { errorReports } from './error-reports.server'
import { acceptErrorReport } from './errors.server'
import { metrics } from './metrics.server'

const BROWSER =
  'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0 Mobile Safari/537.36'
const ORIGIN = env().PUBLIC_ORIGIN
const file = `${ORIGIN}/assets/today-AbCdEf12.js`
const limits = { consume: async () => ({ isOver: false }) }
const context = { services: { limits }, visit: {} } as never
const posted = { where: 'browser', what: 'card record', name: 'TypeError', message: 'x' }
/** The frames of a stack that are reported. */
async function ownFrames(stack: string) {
  const report = vi.spyOn(errorReports, 'reportBrowser')
  await acceptErrorReport(context, BROWSER, JSON.stringify({ ...posted, stack }))
  const frames = report.mock.calls[0]?.[0].frames
  report.mockRestore()
  return frames
}
const frame = { filename: 'app:///build/client/assets/today-AbCdEf12.js', lineno: 3, colno: 17 }

test.each([
  [`    at show (${file}:3:17)`, 'show'],
  [`    at async Today.show (${file}:3:17)`, 'Today.show'],
  [`    at ${file}:3:17`, '?'],
  [`show@${file}:3:17`, 'show'],
  [`@${file}:3:17`, '?'],
  [`    at new Map (${file}:3:17)`, 'new Map'],
  [`    at show (via http://x) (${file}:3:17)`, '?'],
])('reads the stack frame %s as %s', async (line, name) => {
  expect(await ownFrames(`Error: x\n${line}`)).toEqual([{ ...frame, function: name }])
})

test.each([
  'at show (https://evil.example/assets/today-AbCdEf12.js:3:17)',
  `at show (${ORIGIN}/profile/79054440011:3:17)`,
  `at show (${file}:3:17`.replace(':17', ''),
  `at show ${'('.repeat(500)}${file}:3:17)`,
  'at show (<anonymous>)',
  '',
])('ignores the foreign stack frame %s', async (line) => {
  expect(await ownFrames(line)).toEqual([])
})

test('reports thirty stack frames at most', async () => {
  expect(await ownFrames(`at ${file}:3:17\n`.repeat(31))).toHaveLength(30)
})

const ROBOT = 'Googlebot/2.1 (+http://www.google.com/bot.html)'
const foreign = 'TypeError: x\n    at chrome-extension://abc/x.js:1:1'

test.each<[where: string | null, error: object, userAgent?: string]>([
  ['browser', {}],
  ['browser', { what: 'script', stack: `at ${file}:3:17` }],
  ['visitor', { name: 'QuotaExceededError' }],
  ['visitor', { name: 'UnknownError' }],
  ['visitor', { name: 'SecurityError' }],
  ['visitor', { name: 'InvalidStateError' }],
  ['visitor', { what: 'changed page' }],
  [null, {}, ROBOT],
  [null, { what: 'script', stack: foreign }],
  [null, { name: 'AbortError' }],
  [null, { message: 'Failed to fetch' }],
  [null, { message: 'Load failed' }],
  [null, { message: 'Unexpected Server Error' }],
])('counts as an error of the %s the report %j', async (where, error, userAgent = BROWSER) => {
  const count = vi.spyOn(metrics.errors, 'inc')
  const report = vi.spyOn(errorReports, 'reportBrowser')
  await acceptErrorReport(context, userAgent, JSON.stringify({ ...posted, ...error }))
  expect(count.mock.calls).toEqual(where === null ? [] : [[{ where }]])
  expect(report).toHaveBeenCalledTimes(where === 'browser' ? 1 : 0)
})

test("reports no text of a parser's message, and scrubs others", async () => {
  const report = vi.spyOn(errorReports, 'reportBrowser')
  const typed = { ...posted, message: 'canary 79054440011' }
  for (const name of ['SyntaxError', 'TypeError'])
    await acceptErrorReport(context, BROWSER, JSON.stringify({ ...typed, name }))
  expect(report.mock.calls.map(([{ message }]) => message)).toEqual(['', 'canary …'])
  report.mockRestore()
})
