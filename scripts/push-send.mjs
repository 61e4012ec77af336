// Sends one notification to every token on standard input, a token per line:
//   PUBLIC_ORIGIN=… PUSH_RELAY_TOKEN=… npm run push:send -- --title … --text … [--url /path] < tokens
// The tokens that are gone are written to standard output, the rest of the story to standard error.
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'

import { handOver, inBatches, relayFromEnvironment, TOKENS_PER_CALL } from './push-relay.mjs'

const { values } = parseArgs({
  options: {
    title: { type: 'string' },
    text: { type: 'string', default: '' },
    url: { type: 'string' },
    icon: { type: 'string' },
    key: { type: 'string' },
    ttl: { type: 'string' },
    urgency: { type: 'string' },
    topic: { type: 'string' },
  },
})
const { title, text, url, icon, key, ttl, urgency, topic } = values
const relay = relayFromEnvironment('--title, tokens on standard input')
if (!title) {
  process.stderr.write('Needed: --title\n')
  process.exit(2)
}

const message = {
  notification: { title, text, url, icon, key },
  ttl: ttl === undefined ? undefined : Number(ttl),
  urgency,
  topic,
}
/** @type {Record<string, number>} */
const summary = { sent: 0, gone: 0, failed: 0 }
try {
  for await (const tokens of inBatches(
    createInterface({ input: process.stdin }),
    TOKENS_PER_CALL,
  )) {
    for (const [result, count] of Object.entries(await handOver(relay, tokens, message)))
      summary[result] = (summary[result] ?? 0) + count
    process.stderr.write(`\r${Object.values(summary).reduce((a, b) => a + b)} done`)
  }
} catch (error) {
  process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
process.stderr.write(`\nsent ${summary.sent}, gone ${summary.gone}, failed ${summary.failed}\n`)
process.exitCode = summary.failed ? 3 : 0
