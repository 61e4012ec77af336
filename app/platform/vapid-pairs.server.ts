import { createECDH } from 'node:crypto'

/**
 * Explains a mismatch of push keys, because a wrong public key makes subscriptions useless.
 * @returns null when each private key fits the public key at the same index
 */
export function vapidPairError(
  publicKeys: readonly string[],
  privateKeys: readonly string[],
): string | null {
  const pair = createECDH('prime256v1')
  for (const [index, privateKey] of privateKeys.entries()) {
    try {
      pair.setPrivateKey(Buffer.from(privateKey, 'base64url'))
    } catch {
      return 'VAPID_PRIVATE_KEY is no key of the curve: make a pair with npm run push:keys'
    }
    if (!pair.getPublicKey().equals(Buffer.from(publicKeys[index] ?? '', 'base64url')))
      return 'VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY are no pair: take both from one place, in one order'
  }
  return null
}
