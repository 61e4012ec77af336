import { existsSync } from 'node:fs'

import { showBrand } from '~/domain/shown-brand'

import { vapidSubjectError, vapidPairError } from './vapid-pairs.server'
import { parseEnv, type Env } from './parse-env.server'
import { readAhead } from './read-ahead.server'
import { production } from './settings.server'

const DIRECT = 'gateways and other services are called directly, so open egress to their hosts'
/** The library of error reports reads the lower-case names. */
const REPORTS_ONLY = `carries error reports alone: ${DIRECT}`

/** Settings of earlier versions and usual ones of other software, and what replaces them. */
const unused: Record<string, string> = {
  WORKERS: 'is gone: start one process for each processor, each with its own PORT',
  ...{ HTTP_PROXY: `is not used: ${DIRECT}`, HTTPS_PROXY: `is not used: ${DIRECT}` },
  ...{ http_proxy: REPORTS_ONLY, https_proxy: REPORTS_ONLY },
}
const listed = Object.keys(production.shape).flatMap((name) => [name, `${name}_FILE`])
/** Shorter names resemble too many others, such as PORT. */
const SHORTEST_NAME = 6
const MAX_EDITS = 2

/** The least number of letters to add, remove or replace. */
function editsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1]
    for (const [to, otherLetter] of [...other].entries())
      next.push(
        Math.min(
          (row[to] ?? 0) + (letter === otherLetter ? 0 : 1),
          (row[to + 1] ?? 0) + 1,
          (next[to] ?? 0) + 1,
        ),
      )
    row = next
  }
  return row.at(-1) ?? 0
}

/** Warnings about variables that nothing reads, and that operators may think are settings. */
export function settingNameWarnings(names: readonly string[]): string[] {
  return names
    .filter((name) => name.length >= SHORTEST_NAME && !listed.includes(name))
    .flatMap((name) => {
      if (unused[name]) return [`${name}: ${unused[name]}`]
      const meant = listed.find(
        (each) =>
          Math.abs(each.length - name.length) <= MAX_EDITS &&
          each.length >= SHORTEST_NAME &&
          editsBetween(name, each) <= MAX_EDITS,
      )
      return meant && !names.includes(meant) ? [`${name}: is no setting; is ${meant} meant?`] : []
    })
}

type TracesSettings = Pick<
  Env,
  'OTEL_SDK_DISABLED' | 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT' | 'OTEL_EXPORTER_OTLP_ENDPOINT'
>

/** The address for traces; null: tracing is off. */
export function tracesUrl(settings: TracesSettings): string | null {
  const { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: whole, OTEL_EXPORTER_OTLP_ENDPOINT: base } = settings
  if (settings.OTEL_SDK_DISABLED) return null
  return whole ?? (base === undefined ? null : `${base}/v1/traces`)
}

const isOwnBrand = ({ BRAND_DIR }: Env) => BRAND_DIR === undefined
const supportDefaults = production
  .pick({ SUPPORT_EMAIL: true, SUPPORT_PHONE: true, SUPPORT_BOT_URL: true })
  .parse({})

/** Settings with defaults of our own brand, which another brand's shoppers must not see. */
const foreignDefaults = (settings: Env) =>
  isOwnBrand(settings)
    ? []
    : (Object.keys(supportDefaults) as (keyof typeof supportDefaults)[]).filter(
        (name) => settings[name] === supportDefaults[name],
      )

/** Hosts for documentation (RFC 2606), which are unreachable. */
const reservedHost = /(?:^|[/@.])(?:[\w-]+\.)*(?:example(?:\.(?:com|net|org))?|invalid)(?:[:/?]|$)/i

function exampleWarnings(settings: Env): string[] {
  const foreign: readonly string[] = foreignDefaults(settings)
  return Object.keys(production.shape)
    .filter((name) => !foreign.includes(name))
    .filter((name) =>
      [settings[name as keyof Env] ?? []]
        .flat()
        .some((value) => typeof value === 'string' && reservedHost.test(value)),
    )
    .map((name) => `${name}: is an address of an example, which nobody can reach`)
}

function supportWarnings(settings: Env): string[] {
  const { SUPPORT_EMAIL, SUPPORT_PHONE, SUPPORT_BOT_URL } = settings
  const warnings = foreignDefaults(settings).map(
    (name) => `${name}: is that of our brand beside another one; set yours, or nothing (${name}=)`,
  )
  if (SUPPORT_EMAIL === null && SUPPORT_PHONE === null && SUPPORT_BOT_URL === null)
    warnings.push('SUPPORT_EMAIL, SUPPORT_PHONE, SUPPORT_BOT_URL: shoppers can reach nobody')
  return warnings
}

/**
 * Costly mistakes in the configuration that are no errors: texts with the names of the settings.
 */
export function configurationWarnings(settings: Env): string[] {
  const {
    CAPTCHA_PROVIDER,
    CAPTCHA_SECRET_KEY,
    FRAUD_PROTECTION_URL,
    ROUTE_RULES_FILE,
    TRUST_PROXY,
    VAPID_SUBJECT,
  } = settings
  const warnings: string[] = []
  if (CAPTCHA_PROVIDER === 'none' && !FRAUD_PROTECTION_URL)
    warnings.push(
      'CAPTCHA_PROVIDER, FRAUD_PROTECTION_URL: neither is set, so a program may have 200 SMS an hour sent from each address, up to TEXTS_PER_HOUR in all',
    )
  if (CAPTCHA_PROVIDER === 'smartcaptcha' && !CAPTCHA_SECRET_KEY)
    warnings.push(
      'CAPTCHA_SECRET_KEY: is not set, so answers to the captcha cannot be checked and lift no limit',
    )
  if (typeof TRUST_PROXY === 'number' && TRUST_PROXY > 1)
    warnings.push(
      'TRUST_PROXY: is a number above 1, so whoever goes past the outer proxy may claim any address; name the networks of the proxies, such as 10.0.0.0/8',
    )
  const subjectError = VAPID_SUBJECT && vapidSubjectError(VAPID_SUBJECT)
  if (subjectError)
    warnings.push(`VAPID_SUBJECT: ${subjectError}, so some push services refuse every message`)
  warnings.push(...exampleWarnings(settings), ...supportWarnings(settings))
  const { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY } = settings
  const error = vapidPairError(VAPID_PUBLIC_KEY ?? [], VAPID_PRIVATE_KEY ?? [])
  if (error) warnings.push(error)
  // A missing file is only a warning: it may be added later, and the process checks for it every second.
  if (ROUTE_RULES_FILE && !existsSync(ROUTE_RULES_FILE))
    warnings.push('ROUTE_RULES_FILE: no such file yet, so no address leads on')
  return warnings
}

let current: Env | undefined

/** The checked configuration of this process, read once. */
export function env(): Env {
  if (!current) {
    current = parseEnv(process.env)
    showBrand(current.brand.shown)
  }
  return current
}

/** Touches the files of this process's settings; returns the setting with a file that hangs, or null. */
export const readSettingsAhead = () => readAhead(process.env)

/** Variables of this process that are no settings any more, or that resemble one. */
export const variableWarnings = (): string[] => settingNameWarnings(Object.keys(process.env))
