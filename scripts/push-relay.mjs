// Client of the push relay for the commands that send pushes.
import { appendFileSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** Most tokens in one call to the relay. */
export const TOKENS_PER_CALL = 500
const TRIES = 6
const FIRST_PAUSE_MS = 1000
/** A push service that asks for more (`Retry-After`) has its messages reported instead. */
const MAX_PAUSE_SECONDS = 900
/** The relay responds within 45 s; a connection that a proxy holds longer is closed. */
const MAX_ANSWER_MS = 60_000

/** The relay is busy and sent nothing: the same batch may be sent again. */
class RelayBusyError extends Error {}
/** The relay may have sent a part of the batch: another call would repeat it. */
class UnknownOutcomeError extends Error {}

/**
 * Prints the reason and exits.
 * @param {number} code
 * @param {string} reason
 * @returns {never}
 */
export function end(code, reason) {
  process.stderr.write(`${reason}\n`)
  process.exit(code)
}

/**
 * Reads the relay's address and bearer; exits when one is missing.
 * @param {string} needed other needs of the command, for its message
 */
export function relayFromEnvironment(needed) {
  const { PUBLIC_ORIGIN, PUSH_RELAY_TOKEN, PUSH_RELAY_TOKEN_FILE: file } = process.env
  if (PUSH_RELAY_TOKEN && file)
    end(2, 'PUSH_RELAY_TOKEN: set both directly and as PUSH_RELAY_TOKEN_FILE')
  const relayTokens = file ? readSecret(file) : PUSH_RELAY_TOKEN
  if (!PUBLIC_ORIGIN || !relayTokens)
    end(2, `Needed: PUBLIC_ORIGIN, PUSH_RELAY_TOKEN or PUSH_RELAY_TOKEN_FILE, ${needed}`)
  if (!URL.canParse(PUBLIC_ORIGIN)) end(2, 'PUBLIC_ORIGIN: must be an http or https address')
  // PUSH_RELAY_TOKEN is a list with commas; every entry is valid, so the first one is used.
  return { origin: PUBLIC_ORIGIN, relayToken: relayTokens.split(',', 1).join('').trim() }
}

/** @param {string} file */
function readSecret(file) {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return end(2, 'PUSH_RELAY_TOKEN_FILE: the file cannot be read')
  }
}

/**
 * Counts the results of the tokens and prints them.
 * @param {string | undefined} goneFile file for tokens that are gone; otherwise standard output
 */
export function createSummary(goneFile) {
  /** @type {Record<string, number>} */
  const counts = { sent: 0, gone: 0, failed: 0, too_large: 0, not_tried: 0, unknown: 0 }
  /** @type {Map<string, number>} */
  const reasons = new Map()
  return {
    /** @param {string} outcome @param {string[]} tokens */
    add(outcome, tokens) {
      counts[outcome] = (counts[outcome] ?? 0) + tokens.length
      if (outcome !== 'gone') return
      const lines = tokens.map((token) => `${token}\n`).join('')
      if (goneFile) appendFileSync(goneFile, lines, { mode: 0o600 })
      else process.stdout.write(lines)
    },
    /** @param {string} reason */
    because(reason) {
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
    },
    /** Number of finished tokens. */
    get done() {
      return Object.values(counts).reduce((all, count) => all + count)
    },
    /** Prints the summary; the exit code is 3 unless every message was sent or its device is gone. */
    finish() {
      const { sent, gone, failed, ...others } = counts
      const rest = Object.entries(others).flatMap(([name, count]) =>
        count ? `, ${name.replace('_', ' ')} ${count}` : [],
      )
      process.stderr.write(`\nsent ${sent}, gone ${gone}, failed ${failed}${rest.join('')}\n`)
      for (const [reason, count] of reasons) process.stderr.write(`  ${count} × ${reason}\n`)
      process.exitCode = failed || rest.length > 0 ? 3 : 0
    },
  }
}

/**
 * The pause before a retry at a busy relay, in milliseconds; half of it is random, because several commands
 * may wait.
 * @param {number} tried attempts so far
 * @param {number} chance random, from 0 to 1
 */
export const pauseAfter = (tried, chance) => FIRST_PAUSE_MS * 2 ** (tried - 1) * (0.5 + chance / 2)

/**
 * Sends one batch to the relay. Repeats it while the relay is busy, tokens that it had no time for, and after
 * its pause those that a push service put off; never repeats tokens that may have been sent. Exits when the relay stays busy or refuses.
 * @param {{ origin: string, relayToken: string }} relay
 * @param {string[]} batch at most 500
 * @param {object} message the rest of the request
 * @param {ReturnType<typeof createSummary>} summary
 */
export async function sendBatch(relay, batch, message, summary) {
  let tokens = batch
  for (let tried = 1; tokens.length > 0; tried += 1) {
    const isLast = tried === TRIES
    let pauseMs = pauseAfter(tried, Math.random())
    try {
      const { results, failures = [] } = await handOver(relay, tokens, message)
      const byIndex = new Map(failures.map((failure) => [failure.index, failure]))
      const isOpen = (/** @type {number} */ index) => {
        const { retryAfter = 0 } = byIndex.get(index) ?? {}
        if (isLast || retryAfter > MAX_PAUSE_SECONDS) return false
        return results[index] === 'not_tried' || retryAfter > 0
      }
      results.forEach((result, index) => {
        if (!isOpen(index)) summary.add(result, tokens.slice(index, index + 1))
      })
      for (const failure of failures)
        if (isOpen(failure.index)) pauseMs = Math.max(pauseMs, (failure.retryAfter ?? 0) * 1000)
        else summary.because(getReason(failure))
      tokens = tokens.filter((_, index) => isOpen(index))
    } catch (error) {
      if (error instanceof UnknownOutcomeError) {
        summary.add('unknown', tokens)
        summary.because(error.message)
        return
      }
      const reason = error instanceof Error ? error.message : String(error)
      if (!(error instanceof RelayBusyError) || isLast) end(1, `\n${reason}`)
    }
    if (tokens.length > 0) await sleep(pauseMs)
  }
}

/** @param {Failure} failure */
function getReason({ result, service, status, cause, isTemporary }) {
  const why = [service ?? 'no service', result.replace('_', ' '), status ?? cause ?? ''].join(' ')
  return isTemporary ? `${why}: may be sent again later` : `${why}: not to be sent again as it is`
}

/**
 * @typedef {{ index: number, retryAfter?: number, result: string, service: string | null, status: number | null, cause: string | null, isTemporary: boolean }} Failure
 */

/**
 * Sends one batch to the relay.
 * @param {{ origin: string, relayToken: string }} relay
 * @param {string[]} tokens
 * @param {object} message
 * @returns {Promise<{ results: string[], failures?: Failure[] }>}
 * @throws {RelayBusyError} when nothing was sent and a retry is allowed
 * @throws {UnknownOutcomeError} when the batch may have been sent
 * @throws {Error} when a retry cannot help
 */
async function handOver({ origin, relayToken }, tokens, message) {
  /** @type {Response} */
  let response
  try {
    response = await fetch(new URL('/push/messages', origin), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${relayToken}` },
      body: JSON.stringify({ tokens, ...message }),
      signal: AbortSignal.timeout(MAX_ANSWER_MS),
    })
  } catch (error) {
    throw connectionFault(error)
  }
  if (response.ok)
    return response.json().catch((error) => {
      throw connectionFault(error)
    })
  const reason = `The relay answered ${response.status} ${(await response.text().catch(() => '')).slice(0, 1000)}`
  if (response.status === 429 || response.status === 503) throw new RelayBusyError(reason)
  // A proxy timed out or the relay failed midway: the messages may be on their way.
  throw response.status >= 500 ? new UnknownOutcomeError(reason) : new Error(reason)
}

/** Without a connection nothing can have been sent. */
const UNSENT = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]

/**
 * The meaning of a failed call, from the cause of `fetch`'s error.
 * @param {unknown} error
 */
function connectionFault(error) {
  const { cause = error } = /** @type {{ cause?: unknown }} */ (error ?? {})
  const { code = '', message = String(cause) } = /** @type {NodeJS.ErrnoException} */ (cause ?? {})
  if (/CERT|SIGNED|SIGNATURE|UNABLE_TO|ERR_TLS/.test(String(code)))
    return new Error(
      `The relay shows a certificate that is not trusted (${code}): name its authority in NODE_EXTRA_CA_CERTS`,
    )
  if (/SSL|EPROTO/.test(String(code)))
    return new Error(`The relay speaks no TLS that we understand (${code}): http or https?`)
  const reason = `The relay does not answer: ${code || message}`
  return UNSENT.includes(String(code))
    ? new RelayBusyError(reason)
    : new UnknownOutcomeError(reason)
}

/**
 * Lines in batches, read on demand: one batch is in memory.
 * @param {AsyncIterable<string>} lines
 * @param {number} size
 */
export async function* inBatches(lines, size) {
  /** @type {string[]} */
  let batch = []
  for await (const line of lines) {
    if (line.trim()) batch.push(line.trim())
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
