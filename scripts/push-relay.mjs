// Client of the push relay for the commands that send pushes.
import { appendFileSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** Most tokens in one call to the relay. */
const TOKENS_PER_CALL = 500
const TRIES = 6
const FIRST_PAUSE_MS = 1000
/** A push service that asks for more (`Retry-After`) has its messages reported instead. */
const MAX_PAUSE_SECONDS = 900
/** The relay responds within 45 s; a connection that a proxy holds longer is closed. */
const MAX_ANSWER_MS = 60_000

/**
 * @typedef {{ origin: string, relayToken: string }} Relay
 * @typedef {{ index: number, retryAfter?: number, result: string, service: string | null, status: number | null, cause: string | null, isTemporary: boolean }} Failure
 * @typedef {'busy' | 'unknown' | 'refused'} Fault Nothing was sent, and the batch may be sent again; a part may
 * have been sent, and another call would repeat it; another call cannot help.
 */

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
 * @returns {Relay}
 */
export function relayFromEnvironment() {
  const { PUBLIC_ORIGIN, PUSH_RELAY_TOKEN, PUSH_RELAY_TOKEN_FILE: file } = process.env
  if (PUSH_RELAY_TOKEN && file)
    end(2, 'PUSH_RELAY_TOKEN: set both directly and as PUSH_RELAY_TOKEN_FILE')
  let relayTokens = PUSH_RELAY_TOKEN
  try {
    if (file) relayTokens = readFileSync(file, 'utf8')
  } catch {
    end(2, 'PUSH_RELAY_TOKEN_FILE: the file cannot be read')
  }
  if (!PUBLIC_ORIGIN || !relayTokens?.trim())
    end(2, 'Needed: PUBLIC_ORIGIN, PUSH_RELAY_TOKEN or PUSH_RELAY_TOKEN_FILE')
  if (!URL.canParse(PUBLIC_ORIGIN)) end(2, 'PUBLIC_ORIGIN: must be an http or https address')
  // PUSH_RELAY_TOKEN is a list with commas; every entry is valid, so the first one is used.
  return { origin: PUBLIC_ORIGIN, relayToken: relayTokens.split(',', 1).join('').trim() }
}

/** Tokens by result, and failures by reason. */
const outcomes = new Map([
  ['sent', 0],
  ['gone', 0],
  ['failed', 0],
])
/** @type {Map<string, number>} */
const reasons = new Map()

/** @param {Map<string, number>} counts @param {string} name */
const count = (counts, name) => counts.set(name, (counts.get(name) ?? 0) + 1)

/**
 * The pause before a retry at a busy relay, in milliseconds; half of it is random, because several commands
 * may wait.
 * @param {number} tried attempts so far
 * @param {number} chance random, from 0 to 1
 */
export const pauseAfter = (tried, chance) => FIRST_PAUSE_MS * 2 ** (tried - 1) * (0.5 + chance / 2)

/**
 * Sends a message to every token, a token per line, and prints the results. The exit code is 3 unless every
 * message was sent or its device is gone. Reads on demand: one batch is in memory.
 * @param {Relay} relay
 * @param {AsyncIterable<string>} lines
 * @param {object} message the rest of the request
 * @param {string | undefined} goneFile file for tokens that are gone; otherwise standard output
 */
export async function sendAll(relay, lines, message, goneFile) {
  /** @type {string[]} */
  let batch = []
  let done = 0
  async function sendCollected() {
    for await (const [outcome = '', token] of sendBatch(relay, batch, message)) {
      count(outcomes, outcome)
      if (outcome !== 'gone') continue
      if (goneFile) appendFileSync(goneFile, `${token}\n`, { mode: 0o600 })
      else process.stdout.write(`${token}\n`)
    }
    done += batch.length
    process.stderr.write(`\r${done} done`)
    batch = []
  }
  for await (const line of lines) {
    if (line.trim()) batch.push(line.trim())
    if (batch.length === TOKENS_PER_CALL) await sendCollected()
  }
  if (batch.length > 0) await sendCollected()
  const results = Array.from(outcomes, ([name, tokens]) => `${name.replace('_', ' ')} ${tokens}`)
  process.stderr.write(`\n${results.join(', ')}\n`)
  for (const [reason, failures] of reasons) process.stderr.write(`  ${failures} × ${reason}\n`)
  const { sent = 0, gone = 0 } = Object.fromEntries(outcomes)
  process.exitCode = sent + gone === done ? 0 : 3
}

/**
 * Sends one batch to the relay. Repeats it while the relay is busy, tokens that it had no time for, and after
 * its pause those that a push service put off; never repeats tokens that may have been sent. Exits when the
 * relay stays busy or refuses.
 * @param {Relay} relay
 * @param {string[]} batch
 * @param {object} message
 * @returns {AsyncGenerator<string[]>} the result of each token, and the token
 */
async function* sendBatch(relay, batch, message) {
  let tokens = batch
  for (let tried = 1; tokens.length > 0; tried += 1) {
    const isLast = tried === TRIES
    const { fault, reason = '', results, failures } = await handOver(relay, tokens, message)
    if (fault === 'refused' || (fault === 'busy' && isLast)) end(1, `\n${reason}`)
    if (fault === 'unknown') {
      count(reasons, reason)
      yield* tokens.map((token) => ['unknown', token])
      return
    }
    const byIndex = new Map(failures.map((failure) => [failure.index, failure]))
    const isOpen = (/** @type {number} */ index) => {
      const { retryAfter = 0 } = byIndex.get(index) ?? {}
      if (isLast || retryAfter > MAX_PAUSE_SECONDS) return false
      return fault === 'busy' || results[index] === 'not_tried' || retryAfter > 0
    }
    for (const [index, token] of tokens.entries())
      if (!isOpen(index)) yield [results[index] ?? 'unknown', token]
    let pauseMs = pauseAfter(tried, Math.random())
    for (const failure of failures)
      if (isOpen(failure.index)) pauseMs = Math.max(pauseMs, (failure.retryAfter ?? 0) * 1000)
      else count(reasons, getReason(failure))
    tokens = tokens.filter((_, index) => isOpen(index))
    if (tokens.length > 0) await sleep(pauseMs)
  }
}

/** @param {Failure} failure */
function getReason({ result, service, status, cause, isTemporary }) {
  const why = [service ?? 'no service', result.replace('_', ' '), status ?? cause ?? ''].join(' ')
  return isTemporary ? `${why}: may be sent again later` : `${why}: not to be sent again as it is`
}

/**
 * Sends one batch to the relay once.
 * @param {Relay} relay
 * @param {string[]} tokens
 * @param {object} message
 * @returns {Promise<{ fault?: Fault, reason?: string, results: string[], failures: Failure[] }>}
 */
async function handOver({ origin, relayToken }, tokens, message) {
  const nothing = { results: [], failures: [] }
  try {
    const response = await fetch(new URL('/push/messages', origin), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${relayToken}` },
      body: JSON.stringify({ tokens, ...message }),
      signal: AbortSignal.timeout(MAX_ANSWER_MS),
    })
    if (response.ok) {
      const { results, failures = [] } = await response.json()
      return { results: [...results], failures }
    }
    const { status } = response
    const reason = `The relay answered ${status} ${(await response.text().catch(() => '')).slice(0, 1000)}`
    if (status === 429 || status === 503) return { ...nothing, fault: 'busy', reason }
    // A proxy timed out or the relay failed midway: the messages may be on their way.
    return { ...nothing, fault: status >= 500 ? 'unknown' : 'refused', reason }
  } catch (error) {
    return { ...nothing, ...connectionFault(error) }
  }
}

/** Without a connection nothing can have been sent. */
const UNSENT =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/

/**
 * The meaning of a failed call, from the cause of `fetch`'s error.
 * @param {unknown} error
 * @returns {{ fault: Fault, reason: string }}
 */
function connectionFault(error) {
  const { cause = error } = /** @type {{ cause?: unknown }} */ (error ?? {})
  const { code = '', message = String(cause) } = /** @type {NodeJS.ErrnoException} */ (cause ?? {})
  const because = (/** @type {Fault} */ fault, /** @type {string} */ reason) => ({ fault, reason })
  if (/CERT|SIGNED|SIGNATURE|UNABLE_TO|ERR_TLS/.test(code))
    return because(
      'refused',
      `The relay shows a certificate that is not trusted (${code}): name its authority in NODE_EXTRA_CA_CERTS`,
    )
  if (/SSL|EPROTO/.test(code))
    return because(
      'refused',
      `The relay speaks no TLS that we understand (${code}): http or https?`,
    )
  return because(
    UNSENT.test(code) ? 'busy' : 'unknown',
    `The relay does not answer: ${code || message}`,
  )
}
