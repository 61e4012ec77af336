// How the commands that send pushes talk to the application's relay.

/** The relay takes so many tokens in one call. */
export const TOKENS_PER_CALL = 500

/** The relay said that it cannot now: the same batch may be sent again. */
export class RelayBusyError extends Error {}

/**
 * Where the relay is and what opens it; ends the process when one is missing.
 * @param {string} needed what else the command needs, for its words
 */
export function relayFromEnvironment(needed) {
  const { PUBLIC_ORIGIN, PUSH_RELAY_TOKEN } = process.env
  if (PUBLIC_ORIGIN && PUSH_RELAY_TOKEN)
    // A list, as the application reads it: any will do.
    return { origin: PUBLIC_ORIGIN, relayToken: PUSH_RELAY_TOKEN.split(',', 1).join('').trim() }
  process.stderr.write(`Needed: PUBLIC_ORIGIN, PUSH_RELAY_TOKEN, ${needed}\n`)
  process.exit(2)
}

/**
 * Hands one batch to the relay. Tokens that are gone are written to standard output.
 * @param {{ origin: string, relayToken: string }} relay
 * @param {string[]} tokens at most 500
 * @param {object} message the rest of what the relay is asked
 * @returns {Promise<Record<string, number>>} how many were `sent`, `gone` and `failed`
 * @throws {RelayBusyError} when it may be tried again: 429, a 5xx or no answer
 * @throws {Error} when it makes no sense to
 */
export async function handOver({ origin, relayToken }, tokens, message) {
  /** @type {Response} */
  let answer
  try {
    answer = await fetch(new URL('/push/messages', origin), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${relayToken}` },
      body: JSON.stringify({ tokens, ...message }),
    })
  } catch (error) {
    throw new RelayBusyError(`The relay does not answer: ${String(error)}`)
  }
  if (!answer.ok) {
    const words = `The relay answered ${answer.status} ${await answer.text()}`
    throw answer.status === 429 || answer.status >= 500
      ? new RelayBusyError(words)
      : new Error(words)
  }
  const { results } = /** @type {{ results: string[] }} */ (await answer.json())
  /** @type {Record<string, number>} */
  const summary = {}
  results.forEach((result, index) => {
    summary[result] = (summary[result] ?? 0) + 1
    if (result === 'gone') process.stdout.write(`${tokens[index]}\n`)
  })
  return summary
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
