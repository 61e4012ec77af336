// Makes what push needs: the pair of keys with which this site signs its pushes, and the relay's bearer, as lines
// for the environment: npm run push:keys. In the image it is node scripts/push-keys.mjs.
import './help.mjs'
import { createECDH, randomBytes } from 'node:crypto'

const pair = createECDH('prime256v1')
const publicKey = pair.generateKeys('base64url')
// A key that begins with zeros is shorter; readers expect 32 bytes.
const privateKey = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()]).subarray(-32)
process.stdout.write(`VAPID_PUBLIC_KEY=${publicKey}
VAPID_PRIVATE_KEY=${privateKey.toString('base64url')}
VAPID_SUBJECT=mailto:you@your.domain
PUSH_RELAY_TOKEN=${randomBytes(32).toString('base64url')}
`)
