import { createPrivateKey, X509Certificate } from 'node:crypto'
import { statSync } from 'node:fs'
import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'

import { z } from 'zod'

import packageJson from '../../package.json' with { type: 'json' }

import { cacheBudgets } from '~/lib/memory-budgets.server'
import { SMS_BUDGET } from '~/domain/sms-budget'
import { withoutEnd } from '~/lib/plain-text'
import { withPlainDomain } from '~/domain/profile-fields.server'
import { isVapidSubject } from './vapid-pairs.server'

import { isRedisAddress } from './redis-address.server'

const LOCAL_HOSTS = ['localhost', '127.0.0.1', '[::1]']
const DEVELOPMENT_SECRET = 'development-secret-that-guards-nothing'

// `httpUrl` has reported an invalid address, but later checks still run.
const getUrl = (text: string) => (URL.canParse(text) ? new URL(text) : null)

/** An address with its host as browsers send it: lower case, Punycode, without the default port. */
function withPlainHost(typed: string): string {
  const text = typed.trim()
  const url = getUrl(text)
  if (!url?.host) return typed
  const begin = text.indexOf('//') + 2
  const [authority = ''] = text.slice(begin).split(/[/?#]/, 1)
  const user = authority.slice(0, authority.lastIndexOf('@') + 1)
  return `${url.protocol}//${user}${url.host}${text.slice(begin + authority.length)}`
}

const wholeUrl = z
  .string()
  .overwrite(withPlainHost)
  .pipe(z.url({ protocol: /^https?$/, error: 'must be an http or https address' }))
const httpUrl = wholeUrl.transform((url) => withoutEnd(url, '/'))

/** A gateway's address; calls would drop a user or a query. */
const gatewayUrl = (ending: string) =>
  httpUrl
    .refine((url) => url.endsWith(ending), { error: `must end in ${ending}` })
    .refine((url) => `${getUrl(url)?.origin}${getUrl(url)?.pathname}` === url, {
      error: 'must have no user, query or fragment',
    })

/** Text that a header can contain unchanged. */
const headerValue = z.string().regex(/^[\x20-\x7e]+$/, { error: 'must be printable ASCII' })

const dsn = httpUrl.refine((url) => getUrl(url)?.username && getUrl(url)?.pathname !== '/', {
  error: 'must be as the service gives it: https://key@host/project',
})
const isLocal = (text: string) => LOCAL_HOSTS.includes(getUrl(text)?.hostname ?? '')

const publicOrigin = httpUrl
  .refine((url) => getUrl(url)?.origin === url, { error: 'must be an origin, without a path' })
  .refine((url) => url.startsWith('https://') || isLocal(url), {
    error: 'must be https (plain http is for localhost only)',
  })

/** Rotated secrets: the first one is used, all are accepted. */
const getList = (list: string) => list.split(',').map((item) => item.trim())

const secrets = z
  .string()
  .transform(getList)
  .refine((list) => list.every((secret) => secret.length >= 32), {
    error: 'each secret must be at least 32 characters long',
  })

/** Keys as browsers and push services write them: bytes of a fixed length in base64url. */
const vapidKeys = (bytes: number) =>
  z
    .string()
    .transform(getList)
    .refine((keys) => keys.every((key) => Buffer.from(key, 'base64url').length === bytes), {
      error: `must be ${bytes} bytes in base64url (npm run push:keys makes one), or a list of them`,
    })

/** Whether a parser accepts the text. */
const reads = (read: () => unknown): boolean => {
  try {
    return Boolean(read())
  } catch {
    return false
  }
}
const certificate = z.string().refine((pem) => reads(() => new X509Certificate(pem)), {
  error: 'must be a certificate in PEM',
})
const privateKey = z.string().refine((pem) => reads(() => createPrivateKey(pem)), {
  error: 'must be a private key in PEM, without a passphrase',
})
const rsaKey = z
  .string()
  .refine((pem) => reads(() => createPrivateKey(pem).asymmetricKeyType === 'rsa'), {
    error: 'must be an RSA key in PEM, without a passphrase',
  })

/** The pattern of zod refuses Punycode in the last label. */
const email = z.email({ pattern: /^[^\s@]+@(?:[a-z\d-]+\.)+[a-z\d-]{2,}$/i })

/** A host name, perhaps with `*.` before it, in lower case and Punycode. */
const plainHost = (host: string) =>
  host.startsWith('*.') ? `*.${domainToASCII(host.slice(2))}` : domainToASCII(host)

const hostList = z
  .string()
  .transform((list) => list.split(',').map((host) => plainHost(host.trim())))
  .refine((list) => list.every((host) => /^(\*\.)?([a-z\d-]+\.)+[a-z][a-z\d-]+$/.test(host)), {
    error: 'must be host names, each perhaps beginning with *.',
  })

const origins = z
  .string()
  .transform((list) =>
    list
      .split(/[\s,]+/)
      .filter(Boolean)
      .map(withPlainHost),
  )
  .refine(
    (list) => list.every((origin) => URL.canParse(origin) && new URL(origin).origin === origin),
    {
      error: 'must be a list of origins, such as https://pictures.example',
    },
  )

/** Placeholders that the map can fill in. */
const tileParts = ['{z}', '{x}', '{y}', '{s}', '{r}']

function isTilesUrl(text: string): boolean {
  const parts: readonly string[] = text.match(/\{[^{}]*\}/g) ?? []
  const url = getUrl(text.replaceAll('{s}', 's'))
  return (
    /^https?:\/\/[^\s/]+\/\S+$/.test(text) &&
    // The host becomes part of the policy header of every response.
    /^[\w.-]+$/.test(url?.hostname ?? '') &&
    tileParts.slice(0, 3).every((part) => parts.includes(part)) &&
    parts.every((part) => tileParts.includes(part))
  )
}

const tilesUrl = z.string().overwrite(withPlainHost).refine(isTilesUrl, {
  error:
    'must be an address with {z}, {x} and {y} in it, perhaps {s} and {r}, and no other such part',
})

const directory = z
  .string()
  .refine((path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false, {
    error: 'must be a directory that can be read',
  })

/** `name=value` pairs, percent-encoded and comma-separated, as in `OTEL_*` variables. */
const pairs = z
  .string()
  .refine(
    (list) =>
      reads(() => decodeURIComponent(list)) &&
      list.split(',').every((pair) => /^\s*[\w-]+=[^\s,]+\s*$/.test(pair)),
    {
      error: 'must be name=value, percent-encoded, or several with commas between them',
      abort: true,
    },
  )
  .transform((list) =>
    Object.fromEntries(
      list.split(',').map((pair): [string, string] => {
        const [name = '', ...value] = pair.trim().split('=')
        return [name, decodeURIComponent(value.join('='))]
      }),
    ),
  )

/** The number of proxies in front, or their networks. */
const proxies = z.string().transform((value, issues) => {
  if (/^\d$/.test(value)) return Number(value)
  const networks = value.split(/[\s,]+/).filter(Boolean)
  if (networks.length > 0 && networks.every(isNetwork)) return networks
  issues.addIssue({
    code: 'custom',
    message: 'must be a number of proxies, or addresses and networks such as 10.0.0.0/8',
  })
  return z.NEVER
})

function isNetwork(value: string): boolean {
  const [address = '', bits, ...rest] = value.split('/')
  const longest = isIP(address) === 4 ? 32 : 128
  const isWhole = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= longest)
  return isIP(address) !== 0 && isWhole && rest.length === 0
}

/** A short number, a Russian number, or another country's. */
const phoneDigits = /^(?:\d{3,7}|8\d{10}|\+7\d{10}|\+(?!7)\d{7,15})$/

/** A phone in human format: its digits make one number that exists, with spaces, brackets and hyphens. */
const phone = z
  .string()
  .max(40)
  .regex(/^\+?[\d\s()-]+$/, { error: 'must be a phone number' })
  .refine((text) => phoneDigits.test(text.replace(/[^+\d]/g, '')), {
    error: 'must be a phone number, without an extension',
  })

/** A support channel; null when set to an empty value. */
const channel = <Schema extends z.ZodType<string, string>>(schema: Schema) =>
  z.string().transform((text, issues) => {
    if (text === '') return null
    const parsed = schema.safeParse(text)
    if (parsed.success) return parsed.data
    for (const { message } of parsed.error.issues)
      issues.addIssue({ code: 'custom', message, input: text })
    return z.NEVER
  })

/** Settings for which an empty value differs from an absent one. */
export const mayBeEmpty: readonly string[] = ['SUPPORT_EMAIL', 'SUPPORT_PHONE', 'SUPPORT_BOT_URL']

const redisUrl = z
  .string()
  .refine(isRedisAddress, {
    error:
      'must be redis://host, redis+sentinel://host,host/master or redis+cluster://host,host (rediss for TLS)',
  })
  .optional()
const redisUser = z.string().max(200).optional()
const redisPassword = z.string().max(1000).optional()
/** A budget of SMS with codes; 0 lifts the limit. */
const smsBudget = z.coerce.number().int().min(0).max(1_000_000)

const port = z.coerce.number().int().min(0).max(65535)

/** Every variable, in the order and wording of docs/operations. */
export const production = z.object({
  PORT: port.default(3000).describe('where to listen; 0 takes any free port'),
  HOST: z.string().default('0.0.0.0').describe('the address to listen on'),
  PUBLIC_ORIGIN: publicOrigin.describe(
    'the public https address, without a path; a proxy in front must pass its `Host` on',
  ),
  WEB_GATEWAY_URL: gatewayUrl('/webgate').describe('base of the shop gateway; ends in `/webgate`'),
  MAGNIT_ID_GATEWAY_URL: gatewayUrl('/magnit-id').describe(
    'base of the identity gateway; ends in `/magnit-id`',
  ),
  CLIENT_NAME: headerValue
    .default('v1')
    .describe('what the gateways are reported in the client header'),
  LOYALTY_TYPE: headerValue
    .default('v1')
    .describe('what the gateways are reported in the loyalty header'),
  APP_VERSION: headerValue
    .default(packageJson.version)
    .describe('what the gateways are reported in the version header'),
  GATEWAY_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(100)
    .max(60_000)
    .default(5000)
    .describe('deadline of one gateway call, body included, in milliseconds'),
  SESSION_SECRETS: secrets.meta({
    description:
      'seal the cookies: comma-separated, the first seals, each opens, each at least 32 characters; see Keys for the steps of a change',
    secret: true,
  }),
  TRUST_PROXY: proxies
    .default(0)
    .describe(
      'the networks of the proxies in front (`10.0.0.0/8 192.0.2.1`), or `1` for a single one: whose `X-Forwarded-For` names the client. **Behind a balancer it must be set**, else all visitors count as one address',
    ),
  ADDRESS_LIMIT_FACTOR: z.coerce
    .number()
    .min(0)
    .max(1000)
    .default(1)
    .describe('multiplies the limits by client address; 0 lifts them, for a load test'),
  OVERLOAD_REQUESTS: z.coerce
    .number()
    .int()
    .min(0)
    .max(600)
    .default(48)
    .describe(
      'so many requests of the last second may be under way while the process has no time left; more get 503 with `Retry-After`. 0: no request is refused for an overload',
    ),
  REDIS_URL: redisUrl.meta({
    description:
      'shared by containers: refreshes, sign-outs, counters. A node, sentinels or a cluster (docs/reference/redis.md). It must never evict (`maxmemory-policy noeviction`); none: one process alone',
    secret: true,
  }),
  REDIS_USER: redisUser.describe('its ACL user; none: the one in the address, or `default`'),
  REDIS_PASSWORD: redisPassword.meta({
    description: 'the password of that user; behind sentinels the address may hold theirs',
    secret: true,
  }),
  CACHE_REDIS_URL: redisUrl.meta({
    description:
      'another Redis, which may evict (`allkeys-lru`): public data and what may be forgotten; none: each process keeps them in its memory',
    secret: true,
  }),
  CACHE_REDIS_USER: redisUser.describe('the same for that Redis'),
  CACHE_REDIS_PASSWORD: redisPassword.meta({
    description: 'the same for that Redis',
    secret: true,
  }),
  REDIS_CA: certificate
    .optional()
    .describe(
      'for `rediss`: the authority of both, PEM (mostly by `REDIS_CA_FILE`); none: those of Node and of `NODE_EXTRA_CA_CERTS`',
    ),
  REDIS_CERTIFICATE: certificate
    .optional()
    .describe(
      'for `rediss`, with the key that follows: our certificate for both, PEM; none: none is shown',
    ),
  REDIS_KEY: privateKey
    .optional()
    .meta({ description: 'the key of that certificate, PEM without a passphrase', secret: true }),
  CACHE_MEGABYTES: z.coerce
    .number()
    .int()
    .min(8)
    .max(4096)
    .default(cacheBudgets['public data'].megabytes)
    .describe('how much memory of each process public data may take (see Sizing)'),
  CAPTCHA_PROVIDER: z
    .enum(['none', 'sandbox', 'smartcaptcha'])
    .default('none')
    .describe('who asks whether a visitor is human'),
  CAPTCHA_SITE_KEY: z.string().optional().describe('our key there; required with `smartcaptcha`'),
  CAPTCHA_SECRET_KEY: z.string().optional().meta({
    description:
      'our secret there: with it this application has the provider check each answer; without it answers are left to the gateway and lift no limit of ours',
    secret: true,
  }),
  CAPTCHA_SCRIPT_URL: httpUrl
    .default('https://smartcaptcha.yandexcloud.net/captcha.js')
    .describe(
      "the script that draws SmartCaptcha in browsers; with that provider the policy lets in this address's origin, and no other",
    ),
  CAPTCHA_SANDBOX_ALLOWED: z
    .enum(['0', '1'])
    .default('0')
    .transform((flag) => flag === '1')
    .describe(
      '1 lets `CAPTCHA_PROVIDER=sandbox` run in production, for demonstrations and tests: it asks what programs answer too',
    ),
  CAPTCHA_VERIFY_URL: httpUrl
    .optional()
    .describe("where answers are checked; none: the provider's own address"),
  TEXTS_PER_MINUTE: smsBudget
    .default(SMS_BUDGET.inMinute)
    .describe(
      'how many SMS with codes the whole shop sends in a minute; 0: as many as are asked for',
    ),
  TEXTS_PER_HOUR: smsBudget.default(SMS_BUDGET.inHour).describe('the same in an hour'),
  FRAUD_PROTECTION_URL: httpUrl
    .optional()
    .describe('base of the fraud protection; none: it is skipped'),
  FRAUD_CLIENT_ID: z.string().default('v1-web').describe('our id at the fraud protection'),
  IMAGE_ORIGINS: origins
    .default([])
    .describe(
      'the origins that pictures of products come from, separated by commas or spaces; none: any https address',
    ),
  MAP_TILES_URL: tilesUrl
    .optional()
    .describe(
      'address of map tiles with `{z}`, `{x}`, `{y}`, perhaps `{s}` and `{r}`; none: stores are a list only',
    ),
  MAP_ATTRIBUTION: z.string().default('').describe('whom the map thanks for its tiles'),
  BRAND_DIR: directory
    .optional()
    .describe(
      'a brand pack (docs/brand.md): names, the currency’s words, colours, fonts, pictures; read and checked once at the start; none: our own',
    ),
  BRAND_NAME: z
    .string()
    .optional()
    .describe('what shoppers call the shop, where it is not as in the brand pack'),
  SUPPORT_EMAIL: channel(z.string().overwrite(withPlainDomain).pipe(email))
    .default('help@april.example')
    .describe('where shoppers write; empty (`SUPPORT_EMAIL=`): there is no such channel'),
  SUPPORT_PHONE: channel(phone)
    .default('8 800 000-00-00')
    .describe('where shoppers call; empty: there is no such channel'),
  SUPPORT_BOT_URL: channel(httpUrl)
    .default('https://bot.april.example')
    .describe('where shoppers chat; empty: there is no such channel'),
  PERSONAL_DATA_POLICY_URL: httpUrl
    .optional()
    .describe('where the personal data policy is published; none: our own `/pdn`'),
  CONTENT_DIR: directory
    .optional()
    .describe(
      'a directory of files that replace our words and hold notice and switches (see Texts, Notice and switches); read again when they change',
    ),
  ROUTE_RULES_FILE: z
    .string()
    .optional()
    .describe(
      'JSON with the addresses that have moved (see Addresses that have moved); read again when it changes',
    ),
  SENTRY_DSN: dsn.optional().describe('where errors are reported, scrubbed; none: the log only'),
  SENTRY_ENVIRONMENT: z
    .string()
    .default('production')
    .describe('what the reports name as their environment'),
  RELEASE: z
    .string()
    .default(packageJson.version)
    .describe('what the reports name as their release'),
  ANALYTICS_URL: httpUrl
    .optional()
    .describe(
      'a Segment-compatible batch endpoint, with the key that follows both or none (docs/reference/analytics.md has the events); none: events go to the log at debug level',
    ),
  ANALYTICS_WRITE_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/, { error: 'must be printable ASCII without spaces' })
    .optional()
    .meta({ description: 'the key of that endpoint', secret: true }),
  VAPID_PUBLIC_KEY: vapidKeys(65)
    .optional()
    .describe(
      'push, with the three that follow, all or none: the public key (`npm run push:keys` makes the pair), or comma-separated keys, newest first; see Keys; none: push is not offered',
    ),
  VAPID_PRIVATE_KEY: vapidKeys(32).optional().meta({
    description: 'the private key of push, or a list in the order of the public ones',
    secret: true,
  }),
  VAPID_SUBJECT: z
    .string()
    .refine(isVapidSubject, {
      error: 'must be mailto: with an address, or an https: address, that can be read',
    })
    .optional()
    .describe(
      'whom push services write to: one plain address after `mailto:`, or an `https:` page; of a host that the whole Internet has, else some services refuse every push',
    ),
  PUSH_SERVICES: hostList
    .default([
      'fcm.googleapis.com',
      '*.push.apple.com',
      '*.notify.windows.com',
      'updates.push.services.mozilla.com',
    ])
    .describe('the only hosts that pushes are sent to'),
  PUSH_RELAY_TOKEN: secrets.optional().meta({
    description:
      'the bearer of `POST /push/messages`: comma-separated, each is taken, each at least 32 characters; see Keys',
    secret: true,
  }),
  PASS_CERTIFICATE: certificate
    .optional()
    .describe(
      "cards for Apple's wallet, with the four that follow, all or none: the certificate of the pass type, PEM (mostly by `PASS_CERTIFICATE_FILE`); none: they are not offered",
    ),
  PASS_KEY: rsaKey
    .optional()
    .meta({ description: 'the key of that certificate, PEM without a passphrase', secret: true }),
  PASS_WWDR: certificate
    .optional()
    .describe("Apple's intermediate certificate that signed it (WWDR), PEM"),
  PASS_TYPE_ID: z
    .string()
    .regex(/^pass\.[\w.-]{1,100}$/, { error: 'must be a pass type, such as pass.example.card' })
    .optional()
    .describe('the pass type of that certificate, such as `pass.example.card`'),
  PASS_TEAM_ID: z
    .string()
    .regex(/^[A-Z0-9]{10}$/, { error: 'must be ten capital letters or digits' })
    .optional()
    .describe("the team's id at Apple"),
  CARD_KEPT_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .max(365)
    .default(14)
    .describe(
      'how many days a phone keeps the last code of the card; then it shows the number and the barcode alone',
    ),
  ACTIVATE_ALL_MOST: z.coerce
    .number()
    .int()
    .min(0)
    .max(500)
    .default(500)
    .describe(
      'how many coupons or offers one press of «Активировать все» asks for; a second press goes on. 0: it is not offered',
    ),
  HSTS_SUBDOMAINS: z
    .enum(['0', '1'])
    .default('0')
    .transform((flag) => flag === '1')
    .describe(
      '1 has browsers reach every subdomain of `PUBLIC_ORIGIN` by https alone for a year (`includeSubDomains`): certain only where all of them have certificates',
    ),
  WORKER_KILL: z
    .enum(['0', '1'])
    .default('0')
    .transform((flag) => flag === '1')
    .describe('1 serves a service worker that removes itself and what it kept'),
  DRAIN_SECONDS: z.coerce
    .number()
    .min(0)
    .max(60)
    .default(5)
    .describe(
      'how long to serve on after SIGTERM before the port closes: at least two probes of the balancer',
    ),
  METRICS_PORT: port.optional().describe('where Prometheus asks for `/metrics`; none: nowhere'),
  METRICS_HOSTS: z
    .string()
    .toLowerCase()
    .transform((list) => list.split(/[\s,]+/).filter(Boolean))
    .default([])
    .describe(
      'names that Prometheus asks that port by, such as `april` in Compose; addresses, `localhost` and `HOST` need none',
    ),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl
    .optional()
    .describe(
      'where traces are sent (see Traces): OTLP over HTTP, `/v1/traces` is added; none: nothing is traced',
    ),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: wholeUrl
    .optional()
    .describe('the same as a whole address, in place of the other'),
  OTEL_EXPORTER_OTLP_HEADERS: pairs.optional().meta({
    description: 'what they are sent with, such as `Authorization=Bearer%20…`',
    secret: true,
  }),
  OTEL_SERVICE_NAME: z
    .string()
    .optional()
    .describe(
      'what traces call this service; none: as `OTEL_RESOURCE_ATTRIBUTES` do, else `april-loyalty`',
    ),
  OTEL_TRACES_SAMPLER: z
    .enum([
      'always_on',
      'always_off',
      'traceidratio',
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
    ])
    .default('parentbased_always_on')
    .describe('which requests are traced; `parentbased_…`: as the proxy in front has decided'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(1)
    .describe('the share of them, for `…traceidratio`'),
  OTEL_SDK_DISABLED: z
    .enum(['true', 'false'])
    .default('false')
    .transform((flag) => flag === 'true')
    .describe('`true` switches tracing off'),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
    .default('info')
    .describe('the least level that is logged'),
})

/** Outside production the sandbox replaces the gateways, and every variable is optional. */
export const development = production.extend({
  PUBLIC_ORIGIN: publicOrigin.default('http://localhost:3000'),
  WEB_GATEWAY_URL: production.shape.WEB_GATEWAY_URL.default('http://127.0.0.1:4010/webgate'),
  MAGNIT_ID_GATEWAY_URL: production.shape.MAGNIT_ID_GATEWAY_URL.default(
    'http://127.0.0.1:4010/magnit-id',
  ),
  FRAUD_PROTECTION_URL: httpUrl.default('http://127.0.0.1:4010/fraud'),
  CAPTCHA_PROVIDER: production.shape.CAPTCHA_PROVIDER.unwrap().default('sandbox'),
  SESSION_SECRETS: secrets.default([DEVELOPMENT_SECRET]),
  IMAGE_ORIGINS: origins.default(['http://127.0.0.1:4010']),
})
