// Makes the pair of keys with which this site signs its pushes: `npm run push:keys`.
import { randomBytes } from 'node:crypto'

import webpush from 'web-push'

const { publicKey, privateKey } = webpush.generateVAPIDKeys()
process.stdout.write(`VAPID_PUBLIC_KEY=${publicKey}
VAPID_PRIVATE_KEY=${privateKey}
VAPID_SUBJECT=mailto:you@your.domain
PUSH_RELAY_TOKEN=${randomBytes(32).toString('base64url')}
`)
