import { createPrivateKey, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { request } from 'undici'

import { withTimeout } from '~/lib/with-timeout'
import { readTextFile } from '~/lib/text-file.server'
import { env, tracesUrl } from '~/platform/env.server'
import { getRedis, type Env } from '~/platform/parse-env.server'
import { accountEndpoints } from '~/gateways/account.server'
import { gatewayConfig } from '~/gateways/client.server'
import { getDoctor } from '~/gateways/contract/check-contract.server'
import { commonHeaders } from '~/gateways/request.server'
import { identityEndpoints } from '~/gateways/identity.server'
import type { RedisNode, RedisRole, RedisSettings } from '~/platform/redis-address.server'
import { vapidPairError } from '~/platform/vapid-pairs.server'
import { parseRouteRules } from '~/operator/route-rules.server'
import { createRedis, getRefusal, NO_ANSWER } from '~/shared-state/redis-client.server'
import { getFullest, policyError, unwatchedError } from '~/shared-state/redis-memory.server'
import { probeRedis } from '~/shared-state/redis-store.server'

import { listFileErrors, listWarnings } from './content-files.server'

const DEADLINE_MS = 5000
const MAX_TEXT_LENGTH = 1000

interface Reached {
  status: number
  /** The server's `Date`; null when absent. */
  date: Date | null
  /** The beginning of the response. */
  text: string
}

/**
 * Calls an address once without a token; any response shows that it is reachable.
 * @throws Error with a message that says what to do and names no address
 */
async function reach(url: string, own: Record<string, string> = {}): Promise<Reached> {
  try {
    const signal = AbortSignal.timeout(DEADLINE_MS)
    const { statusCode, headers, body } = await request(url, { signal, headers: own })
    const date = new Date(String(headers.date))
    const text = (await body.text()).slice(0, MAX_TEXT_LENGTH)
    return { status: statusCode, date: Number.isNaN(date.getTime()) ? null : date, text }
  } catch (error) {
    throw new Error(connectionErrorText(error))
  }
}

/** A connection error by its code or text, without values, and where to look. */
function connectionErrorText(error: unknown): string {
  const { code, name, message } = error as NodeJS.ErrnoException
  const text = /^[\w `'-]+/.exec(message ?? '')?.[0]
  return `${code ?? text ?? name}: check host, port, network, TLS and certificates`
}

/** The result of one check; `off`: not configured, which is fine. */
interface Finding {
  about: string
  state: 'well' | 'ill' | 'off'
  message: string
}

const WIDEST_SKEW_SECONDS = 30
const REDIS_MS = 3000
const SOCKET_MS = 1000
const REDIS_ERRORS = 'docs/reference/redis.md explains it'

const well = (about: string, message: string): Finding => ({ about, state: 'well', message })
const ill = (about: string, message: string): Finding => ({ about, state: 'ill', message })
const off = (about: string, message: string): Finding => ({ about, state: 'off', message })

/** Runs a check, which throws an error with a remedy when it fails. */
async function check(about: string, work: () => Promise<string>): Promise<Finding> {
  try {
    return well(about, await work())
  } catch (error) {
    return ill(about, error instanceof Error ? error.message : 'failed')
  }
}

async function checkReached(about: string, url: string): Promise<Finding[]> {
  const started = Date.now()
  let response: Reached
  try {
    response = await reach(url)
  } catch (error) {
    return [ill(about, error instanceof Error ? error.message : 'failed')]
  }
  const found = well(about, `answers (HTTP ${response.status}, ${Date.now() - started} ms)`)
  const skew = response.date ? Math.round((Date.now() - response.date.getTime()) / 1000) : 0
  if (Math.abs(skew) <= WIDEST_SKEW_SECONDS) return [found]
  const side = skew > 0 ? 'ahead of' : 'behind'
  const message = `${Math.abs(skew)} s ${side} that of ${about}: have both synchronised, tokens and codes run out by it`
  return [found, ill('the clock', message)]
}

/**
 * Reads that need a token. A server that answers them with a status below 500 other than 401 or 403 is no
 * gateway.
 */
const guardedReads = {
  WEB_GATEWAY_URL: accountEndpoints.getBalance,
  MAGNIT_ID_GATEWAY_URL: identityEndpoints.getProfile,
} as const

async function checkGateway(about: keyof typeof guardedReads, settings: Env): Promise<Finding[]> {
  const findings = await checkReached(about, settings[about])
  if (findings.some(({ state }) => state === 'ill')) return findings
  const { gateway, path } = guardedReads[about]
  const visitor = getDoctor(null)
  const { traceparent } = visitor
  const headers = commonHeaders({ client: gatewayConfig(settings), visitor })[gateway]
  const status = await reach(settings[about] + path, { ...headers, traceparent })
    .then((response) => response.status)
    .catch(() => null)
  if (status === 401 || status === 403) {
    const [, ...others] = findings
    return [well(about, `answers as a gateway does: HTTP ${status} without a token`), ...others]
  }
  if (status === null) return [ill(about, 'answers, but not a call as this application makes it')]
  if (status >= 500) return [ill(about, `answers, but not well (HTTP ${status}): see its own log`)]
  const message = `answers, but is no gateway: HTTP ${status} to a call without a token, not 401. Check host and path`
  return [ill(about, message)]
}

async function checkRedis(role: RedisRole, settings: RedisSettings): Promise<string> {
  const redis = await createRedis(settings)
  const refused = new Promise<never>((_, reject) => redis.on('failed', reject))
  const ask = async () => {
    await once(redis, 'ready')
    await probeRedis(redis)
    // Some hosted Redis services refuse `INFO`.
    return redis.infos().catch(unwatchedError)
  }
  let infos: string[] | string | null = null
  try {
    infos = await withTimeout(
      () => Promise.race([ask(), refused]),
      REDIS_MS,
      () => {
        throw new Error(NO_ANSWER)
      },
    )
  } catch (error) {
    throw new Error(await redisError(error, settings))
  } finally {
    redis.destroy()
  }
  if (!Array.isArray(infos)) return `writes, reads and deletes${infos ? `; ${infos}` : ''}`
  const memory = getFullest(infos)
  const error = memory && policyError(role, memory)
  if (error) throw new Error(error)
  const [, name = 'redis', version = 'unknown'] =
    /(valkey)_version:(\S+)/.exec(infos[0] ?? '') ??
    /(redis)_version:(\S+)/.exec(infos[0] ?? '') ??
    []
  return `writes, reads and deletes, version ${version}${name === 'valkey' ? ' of Valkey' : ''}`
}

/** The error of Redis, without keys and values. */
async function redisError(error: unknown, settings: RedisSettings): Promise<string> {
  const refusal = getRefusal(error)
  if (!refusal) {
    const errors = await Promise.all(settings.nodes.map((node) => socketError(node, settings.tls)))
    const sentinel = /Last error: (.*)/.exec(String(error))?.[1]
    const reason = errors.find(Boolean) ?? (sentinel ? new Error(sentinel) : error)
    return `${connectionErrorText(reason)}; ${REDIS_ERRORS}`
  }
  return `${refusal.text}: ${REDIS_ERRORS}`
}

/** The library writes before it reads why a certificate is refused, and hides errors of sentinels. */
async function socketError(node: RedisNode, tls: RedisSettings['tls']): Promise<unknown> {
  const socket = tls ? connectTls({ ...node, ...tls }) : connect(node)
  try {
    await withTimeout(
      () => once(socket, 'close'),
      SOCKET_MS,
      () => undefined,
    )
    return null
  } catch (error) {
    return error
  } finally {
    socket.destroy()
  }
}

async function checkPushKeys(
  publicKeys: readonly string[],
  privateKeys: readonly string[],
): Promise<string> {
  const error = vapidPairError(publicKeys, privateKeys)
  if (error) throw new Error(error)
  return privateKeys.length === 1 ? 'are a pair' : `are ${privateKeys.length} pairs`
}

/** Checks the key and expiry of pass certificates, because phones refuse wrong passes silently. */
async function checkPasses(certificate: string, key: string, wwdr: string): Promise<string> {
  const read = new X509Certificate(certificate)
  if (!read.checkPrivateKey(createPrivateKey(key)))
    throw new Error('PASS_CERTIFICATE and PASS_KEY are no pair: take both from one place')
  if (!read.checkIssued(new X509Certificate(wwdr)))
    throw new Error('PASS_WWDR did not sign PASS_CERTIFICATE: take the one that its issuer names')
  const until = read.validTo
  if (Date.parse(until) < Date.now())
    throw new Error(`PASS_CERTIFICATE has run out (${until}): have Apple issue another one`)
  return `is good until ${until}`
}

async function checkContent(directory: string): Promise<string> {
  const errors = (await listFileErrors()).filter((error) => !error.startsWith('ROUTE_RULES_FILE'))
  if (errors.length > 0) throw new Error(errors.join('; '))
  const texts = (await readdir(directory)).filter((file) => file.endsWith('.md'))
  return `${texts.length} texts can be read`
}

async function checkRouteRules(path: string): Promise<string> {
  const text = await readTextFile(path).catch((error: NodeJS.ErrnoException) => {
    if (!error.code) throw new Error(`the file ${error.message}`)
    throw new Error('the file cannot be read: check path, owner and rights')
  })
  try {
    return `${parseRouteRules(text).length} rules`
  } catch (error) {
    if (error instanceof SyntaxError) throw new Error('the file is no JSON')
    throw error
  }
}

/** Checks that the port is free, or that this application already listens on it. */
async function checkPort(
  host: string,
  port: number,
  ownPath: string,
  own: RegExp,
): Promise<string> {
  const server = createServer()
  try {
    await once(server.listen(port, host), 'listening')
    return 'is free'
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EACCES') throw new Error('may not be opened by this user: take one above 1023')
    if (code !== 'EADDRINUSE')
      throw new Error(`cannot be opened: is HOST an address of this machine? (${code})`)
    const local = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
    const response = await reach(`http://${local}:${port}${ownPath}`).catch(() => null)
    if (response && own.test(response.text)) return 'is in use by this application'
    throw new Error('is in use by something else: take another one')
  } finally {
    server.close()
  }
}

function optionalServices(
  settings: Env,
): [name: string, url: string | null | undefined, why?: string][] {
  const { SENTRY_DSN, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: whole, OTEL_SDK_DISABLED } = settings
  return [
    ['FRAUD_PROTECTION_URL', settings.FRAUD_PROTECTION_URL],
    [
      'CAPTCHA_VERIFY_URL',
      settings.CAPTCHA_VERIFY_URL,
      'the server does not check captcha answers',
    ],
    ['ANALYTICS_URL', settings.ANALYTICS_URL],
    ['SENTRY_DSN', SENTRY_DSN && new URL(SENTRY_DSN).origin],
    [
      `OTEL_EXPORTER_OTLP_${whole ? 'TRACES_' : ''}ENDPOINT`,
      tracesUrl(settings),
      OTEL_SDK_DISABLED ? 'OTEL_SDK_DISABLED switches tracing off' : undefined,
    ],
  ]
}

/** Checks everything that the configuration names. */
async function examine(): Promise<Finding[]> {
  const settings = env()
  const { HOST, PORT, METRICS_PORT, CONTENT_DIR, ROUTE_RULES_FILE } = settings
  const [state, cache] = [getRedis('state', settings), getRedis('cache', settings)]
  const { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY, PASS_CERTIFICATE, PASS_KEY, PASS_WWDR } = settings
  const reached = (['WEB_GATEWAY_URL', 'MAGNIT_ID_GATEWAY_URL'] as const).map((name) =>
    checkGateway(name, settings),
  )
  const optional = optionalServices(settings).map(([name, url, why = 'is not set']) =>
    url ? checkReached(name, url) : [off(name, why)],
  )
  const findings = await Promise.all([
    well('the configuration', 'has no errors'),
    ...(await listWarnings()).map((warning) => off('beware', warning)),
    ...reached,
    ...optional,
    state
      ? check('REDIS_URL', () => checkRedis('state', state))
      : off('REDIS_URL', 'is not set: right for one container only'),
    cache
      ? check('CACHE_REDIS_URL', () => checkRedis('cache', cache))
      : off('CACHE_REDIS_URL', 'is not set: each container keeps public data by itself'),
    VAPID_PUBLIC_KEY && VAPID_PRIVATE_KEY
      ? check('the push keys', () => checkPushKeys(VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY))
      : off('the push keys', 'are not set: push is not offered'),
    PASS_CERTIFICATE && PASS_KEY && PASS_WWDR
      ? check('the pass certificate', () => checkPasses(PASS_CERTIFICATE, PASS_KEY, PASS_WWDR))
      : off('the pass certificate', 'is not set: the card is not offered to Apple wallet'),
    CONTENT_DIR
      ? check('CONTENT_DIR', () => checkContent(CONTENT_DIR))
      : off('CONTENT_DIR', 'is not set: the built-in texts are shown'),
    ROUTE_RULES_FILE
      ? check('ROUTE_RULES_FILE', () => checkRouteRules(ROUTE_RULES_FILE))
      : off('ROUTE_RULES_FILE', 'is not set'),
    check('PORT', () => checkPort(HOST, PORT, '/healthz', /^ok$/)),
    METRICS_PORT === undefined
      ? off('METRICS_PORT', 'is not set: no metrics are exposed')
      : check('METRICS_PORT', () => checkPort(HOST, METRICS_PORT, '/metrics', /# HELP/)),
  ])
  return findings.flat()
}

const signs = { well: '✓', ill: '✗', off: '-' }

/**
 * Reports as text what is right and wrong around this installation (`--doctor`). Names settings,
 * never their values.
 * @returns false when a check failed
 */
export async function runChecks(write: (line: string) => void): Promise<boolean> {
  const findings = await examine()
  for (const { about, state, message } of findings) write(`${signs[state]} ${about}: ${message}\n`)
  return findings.every(({ state }) => state !== 'ill')
}
