import { createHmac, timingSafeEqual } from 'node:crypto'

/** What an access token says. */
export interface AccessClaims {
  sub: string
  iat: number
  exp: number
  jti: string
}

const HEADER = Buffer.from(JSON.stringify({ alg: 'HS256', typ: 'JWT' })).toString('base64url')

const signatureOf = (text: string, secret: Buffer) =>
  createHmac('sha256', secret).update(text).digest()

/** Signs an access token (HS256). */
export function signAccessToken(claims: AccessClaims, secret: Buffer): string {
  const text = `${HEADER}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`
  return `${text}.${signatureOf(text, secret).toString('base64url')}`
}

/** The claims of a token that we signed; nothing for any other text. The time is not looked at. */
export function readAccessToken(token: string, secret: Buffer): AccessClaims | undefined {
  const [header, payload, signature, ...rest] = token.split('.')
  if (header !== HEADER || !payload || !signature || rest.length > 0) return undefined
  const expected = signatureOf(`${header}.${payload}`, secret)
  const received = Buffer.from(signature, 'base64url')
  if (received.length !== expected.length || !timingSafeEqual(received, expected)) return undefined
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as AccessClaims
}

const TOTP_STEP_SECONDS = 30

/** The time-based one-time code (RFC 6238, eight digits). */
export function totpOf(secret: Buffer, now: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(now / 1000 / TOTP_STEP_SECONDS)))
  const digest = createHmac('sha1', secret).update(counter).digest()
  const offset = digest[digest.length - 1]! & 0x0f
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 100_000_000).padStart(8, '0')
}
