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

const ADDRESS = /^[^\s@,;<>"()]+@[^\s@,;<>"()]+$/
const CONTACT = /^(mailto|https):/i

/**
 * True for a subject that push libraries accept: a `mailto:` or `https:` address (RFC 8292, 2.1).
 */
export function isVapidSubject(subject: string): boolean {
  if (!CONTACT.test(subject) || !URL.canParse(subject)) return false
  const { protocol, hostname, pathname } = new URL(subject)
  return protocol === 'https:' ? hostname !== '' : /[^\s@]@[^\s@]/.test(pathname)
}

/** Why Apple, Mozilla or others refuse a valid subject; null when they accept it. */
export function vapidSubjectError(subject: string): string | null {
  const [scheme = '', ...rest] = subject.split(':')
  const isMail = scheme.toLowerCase() === 'mailto'
  if (/[^\x21-\x7e]/.test(subject)) return 'has spaces or letters outside of ASCII in it'
  const address = rest.join(':')
  if (isMail && address.split('@').length > 2) return 'names more than one address'
  if (isMail && !ADDRESS.test(address))
    return 'must be one plain address, as in mailto:push@your.domain'
  if (isMail && address.includes('?')) return 'must be an address alone, without a question mark'
  const host = isMail ? (address.split('@')[1] ?? '') : new URL(subject).hostname
  return isPublicHost(host) ? null : 'names a host that only this network has'
}

function isPublicHost(host: string): boolean {
  const labels = host.toLowerCase().split('.')
  const top = labels.at(-1) ?? ''
  return (
    labels.length > 1 && !labels.includes('') && !PRIVATE_TOPS.includes(top) && !/^[\d[]/.test(top)
  )
}

/** Top-level names that the public DNS never has (RFC 6761, 6762, 8375). */
const PRIVATE_TOPS = ['local', 'localhost', 'internal', 'lan', 'home', 'arpa', 'invalid']
