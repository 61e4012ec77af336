import type { AppLoadContext } from '@remix-run/node'
import { isbot } from 'isbot'
import { z } from 'zod'

import { fromJson } from '~/lib/bounded.server'
import { env } from './env.server'
import { errorReports, type BrowserError } from './error-reports.server'
import { errorPlaces } from './browser-error'
import { scrub } from './scrub.server'
import { log } from './log.server'
import { metrics } from './metrics.server'

const MAX_FRAMES = 30
const MAX_TEXT_LENGTH = 20_000
/** Lost networks and cancelled requests are no errors; the server reports its own errors itself. */
const passing = /^(AbortError|NoNetworkError)$/
/** Full disks, private modes and blocked storage of a visitor. */
const storageErrors = /^(?:QuotaExceeded|Unknown|Security|InvalidState)Error$/
const elsewhere = /failed to fetch$|load failed|networkerror|^unexpected server error$/i

const errorSchema = z.object({
  where: z.enum(['browser', 'worker']),
  what: z.enum(errorPlaces),
  name: z.string().regex(/^\w{1,60}$/),
  message: z.string().max(MAX_TEXT_LENGTH),
  stack: z.string().max(MAX_TEXT_LENGTH).default(''),
  build: z
    .string()
    .regex(/^[\w-]{0,40}$/)
    .default(''),
})

/** Our stack lines are shorter: a name, an address of ours, two numbers. */
const MAX_LINE_LENGTH = 400
const MAX_LINES = 200
const placeForm = /^(https?:\/\/[^\s/]+\/[^\s:]*):(\d{1,7}):(\d{1,7})\)?$/
/** The build's file names: letters and a hash of eight, too short for a phone or card number. */
const ourFile = /^\/(?:sw|assets\/[a-z._-]{1,60}-[\w-]{8})\.js$/
const functionName = /^[\w$.<> /[\]]{1,80}$/

/** The stack frames in our own files; drops extensions and addresses of pages. */
function ownFrames(stack: string, origin: string): BrowserError['frames'] {
  return stack
    .split('\n', MAX_LINES)
    .flatMap((line) => ownFrame(line.slice(0, MAX_LINE_LENGTH).trim(), origin) ?? [])
}

/**
 * Parses `at name (address:line:column)` or `name@address:line:column`, depending on the browser.
 */
function ownFrame(line: string, origin: string): BrowserError['frames'][number] | null {
  const start = Math.max(line.lastIndexOf('https://'), line.lastIndexOf('http://'))
  const [, address = '', lineno, colno] = placeForm.exec(line.slice(Math.max(start, 0))) ?? []
  const url = URL.canParse(address) ? new URL(address) : null
  if (url?.origin !== origin || !ourFile.test(url.pathname)) return null
  const name = nameIn(line.slice(0, start))
  return {
    filename: `app:///build/client${url.pathname}`,
    function: functionName.test(name) ? name : '?',
    lineno: Number(lineno),
    colno: Number(colno),
  }
}

/** The function's name before the address; empty when absent. */
function nameIn(before: string): string {
  const called = /[@(]$/.test(before) ? before.slice(0, -1) : ''
  return called
    .replace(/^at /, '')
    .replace(/^async /, '')
    .trim()
}

export type ErrorReportOutcome = 'invalid' | 'too many' | 'taken'

/**
 * Accepts an error report of a browser. Anybody can post one, so reports are limited by address and
 * messages are scrubbed. Errors of bots and foreign scripts are accepted and dropped.
 */
export async function acceptErrorReport(
  { services: { limits }, visit: { address, requestId } }: AppLoadContext,
  userAgent: string | null,
  posted: string,
): Promise<ErrorReportOutcome> {
  if ((await limits.consume(['faultReports', address])).isOver) return 'too many'
  const { success, data } = errorSchema.safeParse(fromJson(posted))
  if (!success) return 'invalid'
  if (isbot(userAgent) || passing.test(data.name) || elsewhere.test(data.message)) return 'taken'
  const frames = ownFrames(data.stack, env().PUBLIC_ORIGIN).slice(0, MAX_FRAMES)
  if (data.what === 'script' && frames.length === 0) return 'taken'
  const { where, what, name, build } = data
  // A parser's message quotes its input.
  const message = name === 'SyntaxError' ? '' : scrub(data.message)
  // The visitor's extension, translator or storage: counted separately and not reported.
  if (what === 'changed page' || storageErrors.test(name)) {
    metrics.errors.inc({ where: 'visitor' })
    log.info({ requestId, where, what, kind: name, build }, 'error of the visitor’s own browser')
    return 'taken'
  }
  metrics.errors.inc({ where })
  const places = frames.map(({ filename, lineno, colno }) => `${filename}:${lineno}:${colno}`)
  log.error({ requestId, where, what, kind: name, message, frames: places, build }, 'browser error')
  errorReports.reportBrowser({ name, message, frames }, { requestId, where, kind: what, build })
  return 'taken'
}
