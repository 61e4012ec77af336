import { expect, test, vi } from 'vitest'

import { env } from './env.server'
import { errorReports } from './error-reports.server'
import { acceptErrorReport } from './errors.server'
import { metrics } from './metrics.server'

const BROWSER =
  'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0 Mobile Safari/537.36'
const ORIGIN = env().PUBLIC_ORIGIN
const file = `${ORIGIN}/assets/today-AbCdEf12.js`
const context = { limits: { consume: async () => ({ isOver: false }) } } as never
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

test.each([
  ['browser', 'TypeError'],
  ['visitor', 'QuotaExceededError'],
  ['visitor', 'UnknownError'],
  ['visitor', 'SecurityError'],
  ['visitor', 'InvalidStateError'],
])('counts as a fault of the %s: %s', async (where, name) => {
  const count = vi.spyOn(metrics.faults, 'inc')
  await acceptErrorReport(context, BROWSER, JSON.stringify({ ...posted, name }))
  expect(count).toHaveBeenCalledExactlyOnceWith({ where })
  count.mockRestore()
})
