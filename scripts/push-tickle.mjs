// Tells every enrolled device to ask what there is to remind its shopper of: the same message without
// content to each token, a token per line, spread over an hour.
//   PUBLIC_ORIGIN=… PUSH_RELAY_TOKEN=… npm run push:tickle -- [--file tokens] [--over 3600] [--progress file]
// Without --file the tokens come on standard input. --progress names a file that remembers how many
// lines are done: the same command goes on where it was stopped, and removes the file at the end.
// The tokens that are gone are written to standard output, the rest of the story to standard error.
import {
  createReadStream,
  createWriteStream,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import {
  handOver,
  inBatches,
  RelayBusyError,
  relayFromEnvironment,
  TOKENS_PER_CALL,
} from './push-relay.mjs'

const HOUR_SECONDS = 3600
const TRIES = 6
const FIRST_PAUSE_MS = 1000

const { values } = parseArgs({
  options: {
    file: { type: 'string' },
    over: { type: 'string', default: String(HOUR_SECONDS) },
    progress: { type: 'string' },
  },
})
const relay = relayFromEnvironment('--file or tokens on standard input')
const overMs = Number(values.over) * 1000
if (!(overMs >= 0)) {
  process.stderr.write('--over is a number of seconds\n')
  process.exit(2)
}

/** Standard input cannot be counted before it is read: it is written down first, not kept. */
const spool = values.file ? null : mkdtempSync(join(tmpdir(), 'tickle-'))
const file = values.file ?? join(spool ?? '', 'tokens')
if (spool) {
  process.once('exit', () => rmSync(spool, { recursive: true, force: true }))
  // A signal alone would end the process without that, and leave the tokens behind.
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130))
  await pipeline(process.stdin, createWriteStream(file, { mode: 0o600 }))
}

const lines = () => createInterface({ input: createReadStream(file) })

let total = 0
for await (const line of lines()) if (line.trim()) total += 1

let done = readProgress()
const rest = total - done
/** About one call a second, and no call larger than the relay takes. */
const perCall = Math.min(TOKENS_PER_CALL, Math.max(1, Math.ceil(rest / Math.max(1, overMs / 1000))))
const pauseMs = rest > 0 ? (overMs * perCall) / rest : 0

/** @type {Record<string, number>} */
const summary = { sent: 0, gone: 0, failed: 0 }
const began = Date.now()
let calls = 0
for await (const tokens of inBatches(without(lines(), done), perCall)) {
  // From the beginning on, so that slow calls do not add up.
  await sleep(Math.max(0, began + calls * pauseMs - Date.now()))
  calls += 1
  for (const [result, count] of Object.entries(await patiently(tokens)))
    summary[result] = (summary[result] ?? 0) + count
  done += tokens.length
  writeProgress()
  process.stderr.write(`\r${done} of ${total}`)
}
if (values.progress) rmSync(values.progress, { force: true })
process.stderr.write(`\nsent ${summary.sent}, gone ${summary.gone}, failed ${summary.failed}\n`)
process.exitCode = summary.failed ? 3 : 0

/**
 * One batch, tried again while the relay is busy; ends the process when it stays so.
 * @param {string[]} tokens
 */
async function patiently(tokens) {
  for (let tried = 1; ; tried += 1)
    try {
      return await handOver(relay, tokens, { isTickle: true })
    } catch (error) {
      if (!(error instanceof RelayBusyError) || tried === TRIES) {
        process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`)
        process.exit(1)
      }
      await sleep(FIRST_PAUSE_MS * 2 ** (tried - 1))
    }
}

/**
 * The tokens after so many of them.
 * @param {AsyncIterable<string>} all
 * @param {number} count
 */
async function* without(all, count) {
  let seen = 0
  for await (const line of all) {
    if (!line.trim()) continue
    seen += 1
    if (seen > count) yield line
  }
}

function readProgress() {
  try {
    const text = values.progress ? readFileSync(values.progress, 'utf8') : '0'
    const number = Number(text)
    return Number.isInteger(number) && number > 0 ? number : 0
  } catch {
    return 0
  }
}

/** In one step, so that a stop in the middle leaves a number and never half of one. */
function writeProgress() {
  if (!values.progress) return
  writeFileSync(`${values.progress}.new`, String(done))
  renameSync(`${values.progress}.new`, values.progress)
}
