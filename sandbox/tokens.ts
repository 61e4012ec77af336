import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** Claims of an access token. */
export interface AccessClaims {
  sub: string
  iat: number
  exp: number
  jti: string
  typ: 'Bearer' | 'Refresh'
}

/** Claims that identity providers add to every token. */
const USUAL_CLAIMS = {
  iss: 'https://id.sandbox.example/realms/loyalty',
  aud: ['V1-web', 'account'],
  azp: 'V1-web',
  acr: '1',
  scope: 'openid profile email phone offline_access loyalty coupons offers receipts surveys push',
  realm_access: { roles: ['shopper', 'loyalty-member', 'offline_access', 'uma_authorization'] },
  resource_access: {
    account: { roles: ['manage-account', 'manage-account-links', 'view-profile'] },
  },
}

/**
 * A token of a realistic size: the usual claims, then padding.
 * @param bytes approximate size; a token too small for the usual claims has its own only
 */
export function signToken(claims: AccessClaims, secret: Buffer, bytes: number): string {
  const bare = { ...USUAL_CLAIMS, ...claims, ext: '' }
  const lacking = Math.floor(((bytes - sign(bare, secret).length) * 9) / 16)
  if (lacking < 0) return sign(claims, secret)
  return sign({ ...bare, ext: randomBytes(lacking).toString('base64url') }, secret)
}

const HEADER = Buffer.from(JSON.stringify({ alg: 'HS256', typ: 'JWT' })).toString('base64url')

const getSignature = (text: string, secret: Buffer) =>
  createHmac('sha256', secret).update(text).digest()

function sign(claims: object, secret: Buffer): string {
  const text = `${HEADER}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`
  return `${text}.${getSignature(text, secret).toString('base64url')}`
}

/** The claims of a token signed by this sandbox; undefined for other text. Expiry is not checked. */
export function readAccessToken(token: string, secret: Buffer): AccessClaims | undefined {
  const [header, payload, signature, ...rest] = token.split('.')
  if (header !== HEADER || !payload || !signature || rest.length > 0) return undefined
  const expected = getSignature(`${header}.${payload}`, secret)
  const received = Buffer.from(signature, 'base64url')
  if (received.length !== expected.length || !timingSafeEqual(received, expected)) return undefined
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as AccessClaims
}

const TOTP_STEP_SECONDS = 30

/** The time-based one-time code (RFC 6238, eight digits). */
export function getTotp(secret: Buffer, now: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(now / 1000 / TOTP_STEP_SECONDS)))
  const digest = createHmac('sha1', secret).update(counter).digest()
  const offset = digest[digest.length - 1]! & 0x0f
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 100_000_000).padStart(8, '0')
}
