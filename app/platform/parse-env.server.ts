import { X509Certificate, createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'

import type { z } from 'zod'

import { readBrandPack, type BrandPack } from '~/brand/brand-pack.server'

import {
  isRedisAddress,
  redisSettings,
  type RedisRole,
  type RedisSettings,
} from './redis-address.server'
import { development, mayBeEmpty, production } from './settings.server'

const SMARTCAPTCHA_VERIFY_URL = 'https://smartcaptcha.yandexcloud.net/validate'

export type Env = Omit<z.output<typeof production>, 'CAPTCHA_VERIFY_URL'> & {
  isProduction: boolean
  /** The brand of `BRAND_DIR`, or ours. */
  brand: BrandPack
  BRAND_NAME: string
  PERSONAL_DATA_POLICY_URL: string
  /** null: captcha answers are not checked. */
  CAPTCHA_VERIFY_URL: string | null
}

/** All errors of the configuration; never contains values. */
export class ConfigurationError extends Error {
  constructor(readonly errors: string[]) {
    super(`The configuration has errors:\n${errors.map((error) => `  ${error}`).join('\n')}`)
    this.name = 'ConfigurationError'
  }
}

type Source = Record<string, string | undefined>

/** Reads secrets from files: `NAME_FILE` names the file with the value of `NAME`. */
function readFiles(source: Source, errors: string[]): Source {
  const values: Source = {}
  for (const name of Object.keys(production.shape)) {
    const file = source[`${name}_FILE`]
    const given = source[name]
    if (file && given) errors.push(`${name}: set both directly and as ${name}_FILE`)
    try {
      const value = file ? readFileSync(file, 'utf8').trim() : given?.trim()
      values[name] = value || (mayBeEmpty.includes(name) ? value : undefined)
    } catch {
      errors.push(`${name}_FILE: the file cannot be read`)
    }
  }
  return values
}

/** Settings that only work together. */
const together = {
  push: ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY', 'VAPID_SUBJECT', 'PUSH_RELAY_TOKEN'],
  analytics: ['ANALYTICS_URL', 'ANALYTICS_WRITE_KEY'],
  'TLS to Redis': ['REDIS_CERTIFICATE', 'REDIS_KEY'],
  passes: ['PASS_CERTIFICATE', 'PASS_KEY', 'PASS_WWDR', 'PASS_TYPE_ID', 'PASS_TEAM_ID'],
}

function getMissing(what: keyof typeof together, values: Source): string[] {
  const missing = together[what].filter((name) => values[name] === undefined)
  if (missing.length === together[what].length) return []
  return missing.map((name) => `${name}: is required with the other settings of ${what}`)
}

/** What a value must be; for rules without a message of their own. */
function sayRule(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_type')
    return `must be a ${issue.expected === 'int' ? 'whole number' : issue.expected}`
  if (issue.code === 'too_small') return `must be at least ${issue.minimum}`
  if (issue.code === 'too_big') return `must be at most ${issue.maximum}`
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.join(', ')}`
  return undefined
}

/**
 * Reads and checks the configuration (docs/operations: every variable). Every `NODE_ENV` except
 * `development` and `test` means production, which never falls back to the sandbox.
 * @throws ConfigurationError with every error
 */
export function parseEnv(source: Source): Env {
  const isProduction = source.NODE_ENV !== 'development' && source.NODE_ENV !== 'test'
  const errors: string[] = []
  const values = readFiles(source, errors)
  const parsed = (isProduction ? production : development).safeParse(values, { error: sayRule })
  for (const issue of parsed.error?.issues ?? []) {
    const name = String(issue.path[0])
    const missing = values[name] === undefined
    errors.push(`${name}: ${missing ? 'is required' : issue.message}`)
  }
  errors.push(...getMissing('push', values), ...getMissing('analytics', values))
  errors.push(...getMissing('passes', values), ...getMissing('TLS to Redis', values))
  errors.push(...redisErrors(values))
  if (parsed.data?.VAPID_PUBLIC_KEY?.length !== parsed.data?.VAPID_PRIVATE_KEY?.length)
    errors.push('VAPID_PRIVATE_KEY: must be as many as VAPID_PUBLIC_KEY, in the same order')
  if (values.CACHE_REDIS_URL && values.CACHE_REDIS_URL === values.REDIS_URL)
    errors.push('CACHE_REDIS_URL: must be another Redis than REDIS_URL, which may not evict')
  if (parsed.data?.CAPTCHA_PROVIDER === 'smartcaptcha' && !parsed.data.CAPTCHA_SITE_KEY)
    errors.push('CAPTCHA_SITE_KEY: is required with CAPTCHA_PROVIDER=smartcaptcha')
  if (isProduction && isSandboxUnasked(parsed.data))
    errors.push('CAPTCHA_PROVIDER: sandbox is for development (or set CAPTCHA_SANDBOX_ALLOWED=1)')
  // The check above has reported an unreadable directory.
  const hasBrand = !errors.some((error) => error.startsWith('BRAND_DIR'))
  const brand = hasBrand ? readBrand(values.BRAND_DIR, errors) : null
  if (errors.length > 0 || !parsed.data || !brand)
    throw new ConfigurationError([...new Set(errors)])
  // Without this setting, the personal data policy is the `/pdn` page of this site.
  const { PERSONAL_DATA_POLICY_URL = `${parsed.data.PUBLIC_ORIGIN}/pdn` } = parsed.data
  const CAPTCHA_VERIFY_URL = captchaVerifyUrl(parsed.data)
  const { BRAND_NAME = brand.data.name } = parsed.data
  const derived = { PERSONAL_DATA_POLICY_URL, CAPTCHA_VERIFY_URL, BRAND_NAME, brand, isProduction }
  return { ...parsed.data, ...derived }
}

function readBrand(directory: string | undefined, errors: string[]): BrandPack | undefined {
  const { pack, errors: found } = readBrandPack(directory)
  errors.push(...found.map((error) => `${directory ? 'BRAND_DIR: ' : 'our own brand: '}${error}`))
  return pack
}

function isSandboxUnasked(settings: z.output<typeof production> | undefined): boolean {
  return settings?.CAPTCHA_PROVIDER === 'sandbox' && !settings.CAPTCHA_SANDBOX_ALLOWED
}

function captchaVerifyUrl(settings: z.output<typeof production>): string | null {
  const { CAPTCHA_PROVIDER, CAPTCHA_SECRET_KEY, CAPTCHA_VERIFY_URL, WEB_GATEWAY_URL } = settings
  if (CAPTCHA_PROVIDER === 'sandbox')
    return CAPTCHA_VERIFY_URL ?? new URL('/captcha/validate', WEB_GATEWAY_URL).href
  if (CAPTCHA_PROVIDER === 'none' || !CAPTCHA_SECRET_KEY) return null
  return CAPTCHA_VERIFY_URL ?? SMARTCAPTCHA_VERIFY_URL
}

const redisPrefixes = { state: 'REDIS', cache: 'CACHE_REDIS' } as const

/** Connection settings of a role's Redis; null without one. */
export function getRedis(role: RedisRole, settings: Source | Env): RedisSettings | null {
  const values = settings as Source
  const prefix = redisPrefixes[role]
  const address = values[`${prefix}_URL`]
  if (address === undefined) return null
  const { REDIS_CA: ca, REDIS_CERTIFICATE: cert, REDIS_KEY: key } = values
  const own = { username: values[`${prefix}_USER`], password: values[`${prefix}_PASSWORD`] }
  return redisSettings(address, own, { ca, cert, key })
}

/** Contradictions in the settings of both Redis. */
function redisErrors(values: Source): string[] {
  const errors: string[] = []
  const roles = (Object.keys(redisPrefixes) as RedisRole[]).filter((role) =>
    isRedisAddress(values[`${redisPrefixes[role]}_URL`] ?? ''),
  )
  for (const role of roles) {
    const prefix = redisPrefixes[role]
    const { [`${prefix}_USER`]: user, [`${prefix}_PASSWORD`]: password } = values
    const { kind, sentinelCredentials: inAddress } = redisSettings(values[`${prefix}_URL`] ?? '')
    if (user !== undefined && password === undefined)
      errors.push(`${prefix}_PASSWORD: is required with ${prefix}_USER`)
    if (password !== undefined && kind !== 'sentinel' && inAddress.password !== undefined)
      errors.push(`${prefix}_PASSWORD: set both directly and inside ${prefix}_URL`)
  }
  const { REDIS_CERTIFICATE: certificate, REDIS_KEY: key } = values
  const isTls = roles.some((role) => getRedis(role, values)?.tls)
  for (const name of ['REDIS_CA', 'REDIS_CERTIFICATE'])
    if (values[name] !== undefined && !isTls)
      errors.push(`${name}: is of no use, for no address begins with rediss`)
  if (certificate && key && !isPair(certificate, key))
    errors.push('REDIS_KEY: is not the key of REDIS_CERTIFICATE')
  return errors
}

function isPair(certificate: string, key: string): boolean {
  try {
    return new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key))
  } catch {
    // An invalid PEM is reported at its own setting.
    return true
  }
}
