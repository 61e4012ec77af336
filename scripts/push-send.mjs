// Sends one notification to every token on standard input, a token per line:
//
//   npm run push:send -- --title TITLE [--text TEXT] [--url /path] [--icon /path] [--key KEY] \
//       [--ttl SECONDS] [--urgency very-low|low|normal|high] [--topic TOPIC] [--gone FILE] < tokens
//
// Needs PUBLIC_ORIGIN, and PUSH_RELAY_TOKEN or PUSH_RELAY_TOKEN_FILE, in its environment. In the image it is
// node scripts/push-send.mjs. --key: a later message of the same key takes the place of this one.
//
// The tokens that are gone are added to the file of --gone, else written to standard output: drop them. The rest of the story goes to standard
// error: how many were sent, and why others were not. It ends with 0 when every message was sent or its device
// is gone, 3 when some were not, 1 when the relay cannot be used, 2 when something is missing.
import { readOptions } from './help.mjs'
import { createInterface } from 'node:readline'

import { end, relayFromEnvironment, sendAll } from './push-relay.mjs'

const text = /** @type {const} */ ({ type: 'string' })
const { ttl, urgency, topic, gone, ...notification } = readOptions({
  ...{ title: text, text, url: text, icon: text, key: text },
  ...{ ttl: text, urgency: text, topic: text, gone: text },
})
const relay = relayFromEnvironment()
if (!notification.title) end(2, 'Needed: --title')

const message = {
  notification: { text: '', ...notification },
  ttl: ttl === undefined ? undefined : Number(ttl),
  urgency,
  topic,
}
await sendAll(relay, createInterface({ input: process.stdin }), message, gone)
