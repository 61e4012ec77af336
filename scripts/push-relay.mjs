// How the commands that send pushes talk to the application's relay.
import { appendFileSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** The relay takes so many tokens in one call. */
export const TOKENS_PER_CALL = 500
const TRIES = 6
const FIRST_PAUSE_MS = 1000
/** The relay answers within 45 s; a proxy that holds a connection longer is given up. */
const LONGEST_ANSWER_MS = 60_000

/** The relay is busy, and sent nothing: the same batch may be sent again. */
class RelayBusyError extends Error {}
/** The relay may have sent the batch or a part of it: sent again, it would come twice. */
class UnknownOutcomeError extends Error {}

/**
 * Says why and ends the process.
 * @param {number} code
 * @param {string} reason
 * @returns {never}
 */
export function end(code, reason) {
  process.stderr.write(`${reason}\n`)
  process.exit(code)
}

/**
 * Where the relay is and what opens it; ends the process when one is missing.
 * @param {string} needed what else the command needs, for its message
 */
export function relayFromEnvironment(needed) {
  const { PUBLIC_ORIGIN, PUSH_RELAY_TOKEN, PUSH_RELAY_TOKEN_FILE: file } = process.env
  if (PUSH_RELAY_TOKEN && file)
    end(2, 'PUSH_RELAY_TOKEN: set both directly and as PUSH_RELAY_TOKEN_FILE')
  const relayTokens = file ? readSecret(file) : PUSH_RELAY_TOKEN
  if (!PUBLIC_ORIGIN || !relayTokens)
    end(2, `Needed: PUBLIC_ORIGIN, PUSH_RELAY_TOKEN or PUSH_RELAY_TOKEN_FILE, ${needed}`)
  if (!URL.canParse(PUBLIC_ORIGIN)) end(2, 'PUBLIC_ORIGIN: must be an http or https address')
  // A list, as the application reads it: any will do.
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
 * Counts what became of the tokens, and tells it.
 * @param {string | undefined} goneFile where tokens that are gone are added; else they go to standard output
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
    /** How many tokens are done with. */
    get done() {
      return Object.values(counts).reduce((all, count) => all + count)
    },
    /** Writes the whole story; the exit code is 3 unless every message was sent or its device gone. */
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
 * Hands one batch to the relay, again while it is busy, and again those tokens that it had no time for. What
 * may have been sent is never sent twice. Ends the process when the relay stays busy or refuses.
 * @param {{ origin: string, relayToken: string }} relay
 * @param {string[]} batch at most 500
 * @param {object} message the rest of what the relay is asked
 * @param {ReturnType<typeof createSummary>} summary
 */
export async function sendBatch(relay, batch, message, summary) {
  let tokens = batch
  for (let tried = 1; tokens.length > 0; tried += 1) {
    const isLast = tried === TRIES
    try {
      const { results, failures = [] } = await handOver(relay, tokens, message)
      const isOpen = (/** @type {string | undefined} */ result) => result === 'not_tried' && !isLast
      results.forEach((result, index) => {
        if (!isOpen(result)) summary.add(result, tokens.slice(index, index + 1))
      })
      for (const failure of failures)
        if (!isOpen(failure.result)) summary.because(reasonOf(failure))
      tokens = tokens.filter((_, index) => isOpen(results[index]))
    } catch (error) {
      if (error instanceof UnknownOutcomeError) {
        summary.add('unknown', tokens)
        summary.because(error.message)
        return
      }
      const reason = error instanceof Error ? error.message : String(error)
      if (!(error instanceof RelayBusyError) || isLast) end(1, `\n${reason}`)
    }
    if (tokens.length > 0) await sleep(FIRST_PAUSE_MS * 2 ** (tried - 1))
  }
}

/** @param {Failure} failure */
function reasonOf({ result, service, status, cause, isTemporary }) {
  const why = [service ?? 'no service', result.replace('_', ' '), status ?? cause ?? ''].join(' ')
  return isTemporary ? `${why}: may be sent again later` : `${why}: not to be sent again as it is`
}

/**
 * @typedef {{ result: string, service: string | null, status: number | null, cause: string | null, isTemporary: boolean }} Failure
 */

/**
 * Hands one batch to the relay.
 * @param {{ origin: string, relayToken: string }} relay
 * @param {string[]} tokens
 * @param {object} message
 * @returns {Promise<{ results: string[], failures?: Failure[] }>}
 * @throws {RelayBusyError} when nothing was sent and it may be tried again
 * @throws {UnknownOutcomeError} when it may have been sent
 * @throws {Error} when it makes no sense to try again
 */
async function handOver({ origin, relayToken }, tokens, message) {
  /** @type {Response} */
  let answer
  try {
    answer = await fetch(new URL('/push/messages', origin), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${relayToken}` },
      body: JSON.stringify({ tokens, ...message }),
      signal: AbortSignal.timeout(LONGEST_ANSWER_MS),
    })
  } catch (error) {
    throw connectionFault(error)
  }
  if (answer.ok)
    return answer.json().catch((error) => {
      throw connectionFault(error)
    })
  const reason = `The relay answered ${answer.status} ${(await answer.text().catch(() => '')).slice(0, 1000)}`
  if (answer.status === 429 || answer.status === 503) throw new RelayBusyError(reason)
  // A proxy gave the answer up, or the relay failed in the middle: the messages may be on their way.
  throw answer.status >= 500 ? new UnknownOutcomeError(reason) : new Error(reason)
}

/** No connection was made: nothing can have been sent. */
const UNSENT = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]

/**
 * What a failed call means. `fetch` says no more than that it failed; its cause says why.
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
 * Lines in batches, read as they are asked for: memory holds one batch.
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
