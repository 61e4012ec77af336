// Tells every enrolled device to ask what there is to remind its shopper of: the same message without
// content to each token, a token per line, spread over an hour, at a tenth of the pace at first:
//
//   npm run push:tickle -- [--file TOKENS] [--over 3600] [--progress FILE] [--gone FILE]
//
// Needs PUBLIC_ORIGIN, and PUSH_RELAY_TOKEN or PUSH_RELAY_TOKEN_FILE, in its environment. In the image it is
// node scripts/push-tickle.mjs. Without --file the tokens come on standard input. --over: seconds.
// --progress names a file that remembers how many lines are done: the same command goes on where it was
// stopped, and removes the file at the end.
//
// The tokens that are gone are added to the file of --gone, else written to standard output: drop them. The rest of the story goes to standard
// error. A batch that a proxy gave up (504) may have been sent, counts as unknown and is not sent again. It
// ends with 0 when every message was sent or its device is gone, 3 when some were not, 1 when the relay cannot
// be used, 2 when something is missing.
import { readOptions } from './help.mjs'
import {
  createReadStream,
  createWriteStream,
  existsSync,
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

import {
  createSummary,
  dueAfter,
  end,
  inBatches,
  relayFromEnvironment,
  sendBatch,
  TOKENS_PER_CALL,
} from './push-relay.mjs'

const HOUR_SECONDS = 3600

const values = readOptions({
  file: { type: 'string' },
  over: { type: 'string', default: String(HOUR_SECONDS) },
  progress: { type: 'string' },
  gone: { type: 'string' },
})
const relay = relayFromEnvironment('--file or tokens on standard input')
const overMs = Number(values.over) * 1000
if (!(overMs >= 0)) end(2, '--over is a number of seconds')
if (values.file && !existsSync(values.file)) end(2, '--file: there is no such file')

/** Standard input cannot be counted before it is read, so it goes to a temporary file. */
const spool = values.file ? null : mkdtempSync(join(tmpdir(), 'tickle-'))
const file = values.file ?? join(spool ?? '', 'tokens')
if (spool) {
  process.once('exit', () => rmSync(spool, { recursive: true, force: true }))
  // A signal alone would end the process without deleting the file of tokens.
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130))
  await pipeline(process.stdin, createWriteStream(file, { mode: 0o600 }))
}

const lines = () => createInterface({ input: createReadStream(file) })

let total = 0
for await (const line of lines()) if (line.trim()) total += 1

let done = readProgress()
const rest = total - done
/** About one call a second, within the relay's limit. */
const perCall = Math.min(TOKENS_PER_CALL, Math.max(1, Math.ceil(rest / Math.max(1, overMs / 1000))))

const summary = createSummary(values.gone)
const [began, before] = [Date.now(), done]
for await (const tokens of inBatches(without(lines(), done), perCall)) {
  // Counted from the start, so that slow calls do not add up.
  await sleep(Math.max(0, began + dueAfter(done - before, rest, overMs) - Date.now()))
  await sendBatch(relay, tokens, { isTickle: true }, summary)
  done += tokens.length
  writeProgress()
  process.stderr.write(`\r${done} of ${total}`)
}
if (values.progress) rmSync(values.progress, { force: true })
summary.finish()

/**
 * The tokens after the first `count`.
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

/** Renames a whole file, so that a stop leaves a valid number. */
function writeProgress() {
  if (!values.progress) return
  writeFileSync(`${values.progress}.new`, String(done))
  renameSync(`${values.progress}.new`, values.progress)
}
