// Sends one notification to every token on standard input, a token per line:
//   PUBLIC_ORIGIN=… PUSH_RELAY_TOKEN=… npm run push:send -- --title … --text … [--url /path] < tokens
// The tokens that are gone are written to standard output, the rest of the story to standard error.
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'

const TOKENS_PER_CALL = 500

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
const { PUBLIC_ORIGIN, PUSH_RELAY_TOKEN } = process.env
const { title, text, url, icon, key, ttl, urgency, topic } = values
if (!PUBLIC_ORIGIN || !PUSH_RELAY_TOKEN || !title) {
  process.stderr.write(
    'Needed: PUBLIC_ORIGIN, PUSH_RELAY_TOKEN, --title, tokens on standard input\n',
  )
  process.exit(2)
}

/** @type {Record<string, number>} */
const summary = { sent: 0, gone: 0, failed: 0 }

/** @param {string[]} tokens */
async function send(tokens) {
  const answer = await fetch(new URL('/push/messages', PUBLIC_ORIGIN), {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Authorization: `Bearer ${PUSH_RELAY_TOKEN}`,
    },
    body: JSON.stringify({
      tokens,
      notification: { title, text, url, icon, key },
      ttl: ttl === undefined ? undefined : Number(ttl),
      urgency,
      topic,
    }),
  })
  if (!answer.ok) {
    process.stderr.write(`\nThe relay answered ${answer.status} ${await answer.text()}\n`)
    process.exit(1)
  }
  const { results } = /** @type {{ results: string[] }} */ (await answer.json())
  results.forEach((result, index) => {
    summary[result] = (summary[result] ?? 0) + 1
    if (result === 'gone') process.stdout.write(`${tokens[index]}\n`)
  })
  process.stderr.write(`\r${Object.values(summary).reduce((a, b) => a + b)} done`)
}

/** @type {string[]} */
let batch = []
for await (const line of createInterface({ input: process.stdin })) {
  if (line.trim()) batch.push(line.trim())
  if (batch.length < TOKENS_PER_CALL) continue
  await send(batch)
  batch = []
}
if (batch.length > 0) await send(batch)
process.stderr.write(`\nsent ${summary.sent}, gone ${summary.gone}, failed ${summary.failed}\n`)
process.exitCode = summary.failed ? 3 : 0
