import type { AppLoadContext } from '@remix-run/node'
import { isbot } from 'isbot'
import { z } from 'zod'

import { env } from './env.server'
import { errorReports, type BrowserFault } from './error-reports.server'
import { faultPlaces } from './fault'
import { scrub } from './scrub.server'
import { log } from './log.server'
import { metrics } from './metrics.server'

const MOST_FRAMES = 30
const LONGEST_TEXT = 20_000
/** A lost network and who went elsewhere are no faults, and the server knows its own. */
const passing = /^(AbortError|NoNetworkError)$/
const elsewhere = /failed to fetch$|load failed|networkerror|^unexpected server error$/i

const faultShape = z.object({
  where: z.enum(['browser', 'worker']),
  what: z.enum(faultPlaces),
  name: z.string().regex(/^\w{1,60}$/),
  message: z.string().max(LONGEST_TEXT),
  stack: z.string().max(LONGEST_TEXT).default(''),
  build: z
    .string()
    .regex(/^[\w-]{0,40}$/)
    .default(''),
})

/** No line of ours is longer: a name, an address of ours, two numbers. */
const LONGEST_LINE = 400
const MOST_LINES = 200
const placeForm = /^(https?:\/\/[^\s/]+\/[^\s:]*):(\d{1,7}):(\d{1,7})\)?$/
/** As the build names its files: letters and a hash of eight, in which no phone or card has room. */
const ourFile = /^\/(?:sw|assets\/[a-z._-]{1,60}-[\w-]{8})\.js$/
const functionName = /^[\w$.<> /[\]]{1,80}$/

/** The places of a stack that are in our own files; extensions and addresses of pages are left out. */
export function ownFrames(stack: string, origin: string): BrowserFault['frames'] {
  return stack
    .split('\n', MOST_LINES)
    .flatMap((line) => ownFrame(line.slice(0, LONGEST_LINE).trim(), origin) ?? [])
}

/** `at name (address:line:column)` of one family of browsers, `name@address:line:column` of another. */
function ownFrame(line: string, origin: string): BrowserFault['frames'][number] | null {
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

/** The function's name in what stands before the address; empty where there is none. */
function nameIn(before: string): string {
  const called = /[@(]$/.test(before) ? before.slice(0, -1) : ''
  return called
    .replace(/^at /, '')
    .replace(/^async /, '')
    .trim()
}

export type FaultOutcome = 'invalid' | 'too many' | 'taken'

/**
 * Takes a fault that a browser tells of. Anybody can post one, so it is counted by address, and of
 * its message only what scrubbing leaves goes further. Programs, and scripts that are not ours, are
 * thanked and forgotten.
 */
export async function takeFault(
  { limits, address, requestId }: AppLoadContext,
  userAgent: string | null,
  posted: string,
): Promise<FaultOutcome> {
  if ((await limits.consume(['faultReports', address])).isOver) return 'too many'
  const { success, data } = faultShape.safeParse(fromJson(posted))
  if (!success) return 'invalid'
  if (isbot(userAgent) || passing.test(data.name) || elsewhere.test(data.message)) return 'taken'
  const frames = ownFrames(data.stack, env().PUBLIC_ORIGIN).slice(0, MOST_FRAMES)
  if (data.what === 'script' && frames.length === 0) return 'taken'
  const { where, what, name, build } = data
  // A parser quotes what it could not read.
  const message = name === 'SyntaxError' ? '' : scrub(data.message)
  // The visitor's extension or translator is no fault of ours: counted apart, and no report.
  if (what === 'changed page') {
    metrics.faults.inc({ where: 'visitor' })
    log.info({ requestId, where, what, kind: name, build }, 'a page was changed by others')
    return 'taken'
  }
  metrics.faults.inc({ where })
  const places = frames.map(({ filename, lineno, colno }) => `${filename}:${lineno}:${colno}`)
  log.error({ requestId, where, what, kind: name, message, frames: places, build }, 'browser fault')
  errorReports.reportBrowser({ name, message, frames }, { requestId, where, kind: what, build })
  return 'taken'
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
