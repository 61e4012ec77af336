import { randomBytes, randomUUID } from 'node:crypto'

import { createCaptcha, type Captcha } from './captcha'
import { getImageOrigin, settingsFrom, type SandboxOptions, type Settings } from './settings'
import { readAccessToken, signToken } from './tokens'
import { createUser, type User } from './user'

/** A sent code and its attempts. */
export interface CodeAttempt {
  attemptId: string
  phone: string
  code: string
  /** Unix seconds. */
  expires: number
  checks: number
  isUsed: boolean
}

/** The one-time code that is exchanged for tokens. */
export interface LoginCode {
  phone: string
  /** Milliseconds since 1970. */
  expiresAt: number
  isUsed: boolean
}

/** A letter with a link that confirms an e-mail address. */
export interface Letter {
  phone: string
  email: string
  token: string
  /** RFC 3339. */
  at: string
}

/** All state of a sandbox. */
export interface State {
  settings: Settings
  users: Map<string, User>
  attempts: Map<string, CodeAttempt>
  loginCodes: Map<string, LoginCode>
  refreshTokens: Map<string, { phone: string; isUsed: boolean }>
  /** Refresh tokens that were sent again after their rotation. */
  reusedRefreshTokens: { phone: string; at: number }[]
  letters: Letter[]
  captcha: Captcha
  now(): number
  /** The shopper with this phone; created at the first call. */
  user(phone: string): User
  /** Issues a new pair of tokens to this shopper. */
  issueTokens(phone: string): { accessToken: string; refreshToken: string }
  /** The shopper of a valid access token. */
  userOfToken(accessToken: string): User | undefined
  /** Expires the shopper's codes or access tokens at once. */
  expire(phone: string, what: 'codes' | 'access'): void
  reset(): void
}

const MAX_STORED = 50_000
const REFRESH_LIFE_SECONDS = 30 * 24 * 3600

/** Bounds the size of a map under load. */
function keep<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.set(key, value)
  if (map.size > MAX_STORED) map.delete(map.keys().next().value!)
}

export function createState(options: SandboxOptions): State {
  const now = options.now ?? (() => Date.now())
  const secret = randomBytes(32)
  const imageOrigin = getImageOrigin(options)
  const phones = new Map<string, string>()
  let tokensIssued = 0
  const state: State = {
    settings: settingsFrom(options),
    users: new Map(),
    attempts: new Map(),
    loginCodes: new Map(),
    refreshTokens: new Map(),
    reusedRefreshTokens: [],
    letters: [],
    captcha: createCaptcha(),
    now,
    user(phone) {
      const existingUser = state.users.get(phone)
      if (existingUser) return existingUser
      const user = createUser(phone, imageOrigin, now())
      state.users.set(phone, user)
      phones.set(user.userId, phone)
      return user
    },
    issueTokens(phone) {
      const user = state.user(phone)
      const iat = Math.floor(now() / 1000)
      tokensIssued += 1
      const { accessTokenLifeSeconds, tokenBytes } = state.settings
      const claims = {
        sub: user.userId,
        iat,
        exp: iat + accessTokenLifeSeconds,
        jti: `${user.accessGeneration}.${tokensIssued}`,
      }
      const accessToken = signToken({ ...claims, typ: 'Bearer' }, secret, tokenBytes)
      const own = { exp: iat + REFRESH_LIFE_SECONDS, jti: randomUUID() }
      const refreshToken = signToken({ ...claims, ...own, typ: 'Refresh' }, secret, tokenBytes)
      keep(state.refreshTokens, refreshToken, { phone, isUsed: false })
      return { accessToken, refreshToken }
    },
    userOfToken(accessToken) {
      const claims = readAccessToken(accessToken, secret)
      if (claims?.typ !== 'Bearer' || claims.exp * 1000 <= now()) return undefined
      const phone = phones.get(claims.sub)
      const user = phone === undefined ? undefined : state.users.get(phone)
      if (!user || Number.parseInt(claims.jti, 10) < user.accessGeneration) return undefined
      return user
    },
    expire(phone, what) {
      if (what === 'access') {
        state.user(phone).accessGeneration += 1
        return
      }
      for (const attempt of state.attempts.values()) {
        if (attempt.phone === phone) attempt.expires = Math.floor(now() / 1000)
      }
    },
    reset() {
      state.settings = settingsFrom(options)
      state.users.clear()
      phones.clear()
      state.attempts.clear()
      state.loginCodes.clear()
      state.refreshTokens.clear()
      state.reusedRefreshTokens.length = 0
      state.letters.length = 0
      state.captcha.reset()
    },
  }
  return state
}
