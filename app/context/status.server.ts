import { z } from 'zod'

import { listRouteRules } from '~/framework/route-rules-file.server'
import { shorten } from '~/lib/shorten'
import { killSwitches } from '~/lib/switch-names'
import { readOperator, waitingNotice } from '~/operator/operator-files.server'
import { env, tracesUrl } from '~/platform/env.server'
import { metrics } from '~/platform/metrics.server'
import { production } from '~/platform/settings.server'
import { liveFiles } from '~/platform/live-files.server'

/** One line of the operators' page; plain text, escaped later. */
interface StatusRow {
  name: string
  value: string
  /** True when an operator should act. */
  isBad?: boolean
}

export interface StatusSection {
  title: string
  rows: StatusRow[]
}

const MAX_VALUE_LENGTH = 300
/** The effect of an absent file that has no built-in replacement. */
const ABSENT: Record<string, string> = { ROUTE_RULES_FILE: 'no such file: no rules' }

const row = (name: string, value: unknown, isBad = false): StatusRow => ({
  name,
  value: String(value),
  ...(isBad && { isBad }),
})

/** A time as in logs, to the second. */
const getMoment = (ms: number | null) =>
  ms === null ? 'never' : new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z')

/** An address without user, password and query. */
function withoutCredentials(text: string): string {
  const [scheme = '', rest] = text.split('://', 2)
  if (rest === undefined) return text
  const [address = ''] = rest.split(/[?#]/, 1)
  const [authority = '', ...path] = address.split('/')
  const host = authority.slice(authority.lastIndexOf('@') + 1)
  const own = [host === authority ? host : `…@${host}`, ...path].join('/')
  return `${scheme}://${own}${address === rest ? '' : '?…'}`
}

function getValue(value: unknown): string {
  if (value === undefined || value === null) return 'not set'
  const text = [value]
    .flat()
    .map((each) => withoutCredentials(String(each)))
    .join(', ')
  if (text.startsWith('-----BEGIN')) return 'set'
  return shorten(text, MAX_VALUE_LENGTH)
}

/** Every setting in force; for a secret only whether it is set. */
function configuration(): StatusRow[] {
  const settings = env() as Record<string, unknown>
  const { properties = {} } = z.toJSONSchema(production, { io: 'input', unrepresentable: 'any' })
  return Object.entries(properties as Record<string, { secret?: boolean }>).map(
    ([name, { secret }]) => {
      const value = settings[name]
      if (!secret) return row(name, getValue(value))
      return row(name, value === undefined ? 'not set (a secret)' : 'set (a secret)')
    },
  )
}

/** The brand in force. */
function brand(): StatusRow[] {
  const { BRAND_NAME, BRAND_DIR, brand: pack } = env()
  const { shortName, currency, colours, font } = pack.data
  return [
    row('Name', BRAND_NAME),
    row('Short name', shortName),
    row('Pack', BRAND_DIR ? `of BRAND_DIR, ${pack.id}` : `our own, ${pack.id}`),
    row('Currency', `${currency.one}, ${currency.few}, ${currency.many}`),
    row('Colour', `${colours.light.primary}, in the dark ${colours.dark.primary}`),
    row('Font', font.family),
  ]
}

function notice(): StatusRow[] {
  const shown = readOperator().notice
  const waiting = shown ? null : waitingNotice()
  const { kind, text, audience, from, until, link } = shown ?? waiting ?? {}
  if (!text) return [row('Shown', 'none')]
  return [
    row('Shown', shown ? 'yes' : 'no: its time has not come, or is over'),
    row('Text', text),
    row('Kind', kind),
    row('Audience', audience),
    row('From', from ?? 'at once'),
    row('Until', until ?? 'the file says {}'),
    row('Link', link ?? 'none'),
  ]
}

function switches(): StatusRow[] {
  const { off } = readOperator()
  if (off.length === 0) return [row('Switched off', 'nothing')]
  return off.map((name) => row(name, `off: ${killSwitches[name]}`, true))
}

function files(): StatusRow[] {
  const rows = liveFiles.states().map(({ name, state, loadedAt, faultAt, fault }) => {
    if (state === 'bad')
      return row(
        name,
        `refused at ${getMoment(faultAt)}: ${fault}. In force: ${loadedAt ? `the version of ${getMoment(loadedAt)}` : 'ours'}`,
        true,
      )
    return row(
      name,
      state === 'good' ? `in force since ${getMoment(loadedAt)}` : (ABSENT[name] ?? 'none: ours'),
      name in ABSENT && state === 'absent',
    )
  })
  return rows.length > 0 ? rows : [row('Files', 'neither CONTENT_DIR nor ROUTE_RULES_FILE is set')]
}

interface Counted {
  get(): Promise<{ values: { value: number; labels: object }[] }>
}

async function counts(metric: Counted): Promise<[string, number][]> {
  const { values } = await metric.get()
  return values.map(({ value, labels }) => [Object.values(labels).join(' '), value])
}

async function breakers(): Promise<StatusRow[]> {
  const openBreakers = await counts(metrics.breakerOpen)
  if (openBreakers.length === 0) return [row('Breakers', 'closed: no gateway was asked yet')]
  return openBreakers.map(([name, value]) => row(name, value ? 'open' : 'closed', value > 0))
}

async function limits(): Promise<StatusRow[]> {
  const hit = (await counts(metrics.limitsHit)).filter(([, value]) => value > 0)
  if (hit.length === 0) return [row('Limits', 'none was hit since the start')]
  return hit.map(([name, value]) => row(name, value))
}

async function redis(): Promise<StatusRow[]> {
  const { REDIS_URL, CACHE_REDIS_URL } = env()
  const up = new Map(await counts(metrics.redisUp))
  return Object.entries({ state: REDIS_URL, cache: CACHE_REDIS_URL }).map(([role, url]) => {
    if (!url) return row(role, 'not set: this container keeps it in its memory')
    return row(role, up.get(role) ? 'in use' : 'away: this container does it alone', !up.get(role))
  })
}

async function tracing(): Promise<StatusRow[]> {
  const settings = env()
  const isOn = tracesUrl(settings) !== null
  const [[, lost = 0] = []] = await counts(metrics.tracesLost)
  return [row('Tracing', isOn ? 'on' : 'off'), row('Batches lost', lost, lost > 0)]
}

/** The state of this process for operators; contains no secrets. */
export async function readStatus(buildId: string): Promise<StatusSection[]> {
  const { APP_VERSION, RELEASE } = env()
  return [
    {
      title: 'Build',
      rows: [
        row('Version', APP_VERSION),
        row('Release', RELEASE),
        row('Build', buildId),
        row('Node', process.version),
        row('Running since', getMoment(Date.now() - process.uptime() * 1000)),
      ],
    },
    { title: 'Brand', rows: brand() },
    { title: 'Notice', rows: notice() },
    { title: 'Switches', rows: switches() },
    { title: 'Files', rows: files() },
    { title: 'Route rules', rows: [row('In force', listRouteRules().length)] },
    { title: 'Breakers', rows: await breakers() },
    { title: 'Limits hit', rows: await limits() },
    { title: 'Redis', rows: await redis() },
    { title: 'Tracing', rows: await tracing() },
    { title: 'Configuration', rows: configuration() },
  ]
}
