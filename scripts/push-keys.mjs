// Makes the key pair that signs pushes, and the relay's bearer, as environment variables: npm run push:keys.
// In the image: node scripts/push-keys.mjs.
import './help.mjs'
import { createECDH, randomBytes } from 'node:crypto'

const pair = createECDH('prime256v1')
const publicKey = pair.generateKeys('base64url')
// A key that begins with zeros is shorter, but readers expect 32 bytes.
const privateKey = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()]).subarray(-32)
process.stdout.write(`VAPID_PUBLIC_KEY=${publicKey}
VAPID_PRIVATE_KEY=${privateKey.toString('base64url')}
VAPID_SUBJECT=mailto:you@your.domain
PUSH_RELAY_TOKEN=${randomBytes(32).toString('base64url')}
`)
