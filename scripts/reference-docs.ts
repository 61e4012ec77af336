// Makes the references of settings, files, analytics, metrics, alerts, cookies and memory from the code.
import { readFileSync } from 'node:fs'

import { parse } from 'yaml'
import { z } from 'zod'

import {
  events,
  otherViews,
  viewNames,
  viewProperties,
  type OtherViewName,
} from '../app/analytics/catalogue.server'
import {
  cacheBudgets,
  MEGABYTES_OF_A_LIMIT,
  otherBudgets,
  type MemoryBudget,
} from '../app/lib/memory-budgets.server'
import { storageCatalogue } from '../app/domain/storage-catalogue'
import { killSwitches } from '../app/domain/switch-names'
import { landingSchema, noticeSchema, switchesSchema } from '../app/operator/file-schemas.server'
import { registry } from '../app/platform/metrics.server'
import { production } from '../app/platform/settings.server'
import { getPaths } from '../app/screens.server'
import { cookieCatalogue, type CookieFacts } from '../app/session/cookie-catalogue'
import { limitTable } from '../app/limits/limit-table.server'
import { kindBudgets } from '../app/shared-state/shared-store.server'
import packageJson from '../package.json' with { type: 'json' }
import { code, table } from './markdown'

/** A described value of a schema: a setting, a key of a file, a property of an event. */
type Property = z.core.JSONSchema.JSONSchema

/** The properties of a schema by name, and the names of the required ones. */
function getProperties(schema: z.ZodType): [Record<string, Property>, required: string[]] {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
  })
  return [properties as Record<string, Property>, required]
}

const listWords = (words: unknown[], between = ', ') =>
  words.map((word) => code(String(word))).join(between)

/** Allowed values, a range or a length; empty for yes or no and for ports. */
function getExtent({ enum: choices, minimum, maximum, maxLength }: Property): string {
  if (choices && !choices.some((choice) => /^(?:1|true)$/.test(String(choice))))
    return ` (${listWords(choices)})`
  if (maxLength) return ` (at most ${maxLength} characters)`
  if (minimum !== undefined && maximum !== undefined && maximum < 65535)
    return ` (${minimum} to ${maximum})`
  return ''
}

/** Every property with its meaning, and its default or `**required**`. */
function propertiesTable(
  head: string,
  schema: z.ZodType,
  getDefault: (name: string, property: Property) => string,
): string {
  const [properties, required] = getProperties(schema)
  const rows = Object.entries(properties).map(([name, property]) => [
    code(name) + (property.secret ? ' 🔒' : ''),
    (property.description ?? '') + getExtent(property),
    required.includes(name) ? '**required**' : getDefault(name, property),
  ])
  return table([head, 'meaning', 'default'], rows)
}

/** Examples of required variables. */
const necessary: Record<string, string> = {
  PUBLIC_ORIGIN: 'https://april.example',
  WEB_GATEWAY_URL: 'https://gateway.example/webgate',
  MAGNIT_ID_GATEWAY_URL: 'https://gateway.example/magnit-id',
  SESSION_SECRETS: 'x'.repeat(32),
}
const defaults: Record<string, unknown> = production.parse(necessary)

/** Every environment variable that the server reads. */
const settingsTable = () =>
  propertiesTable('variable', production, (name, { default: written }) => {
    const value = [written ?? defaults[name] ?? []].flat().join(', ')
    if (value === packageJson.version) return 'the package’s version'
    return value === '' ? 'none' : code(value)
  })

/** A settings file to begin with: every variable with its meaning, set only where required. */
export function exampleSettings(): string {
  const [properties, required] = getProperties(production)
  const plain = (text: string) => text.replaceAll('`', '').replaceAll('**', '')
  const blocks = Object.entries(properties).map(([name, property]) => {
    const { description = '', secret, default: written } = property
    const value = [necessary[name] ?? written ?? defaults[name] ?? ''].flat().join(',')
    return [
      `# ${plain(description + getExtent(property))}${secret ? `. A secret: better as ${name}_FILE` : ''}`,
      `${required.includes(name) ? '' : '#'}${name}=${name === 'SESSION_SECRETS' ? '' : value}`,
    ].join('\n')
  })
  return [
    '# Every variable, made from the schema that reads them (npm run docs): copy to .env and fill in.',
    '# What stands behind a # is the default. docs/operations.md tells more.',
    ...blocks,
    '',
  ].join('\n\n')
}

function describe({ description, enum: choices, type, anyOf }: Property): string {
  if (description) return description
  if (choices) return listWords(choices, ' ')
  if (anyOf) return anyOf.map(describe).join(' or ')
  return type === 'boolean' ? '`true` `false`' : type === 'null' ? '`null`' : 'a status'
}

const listProperties = (schema: z.ZodType) =>
  Object.entries(getProperties(schema)[0])
    .map(([name, each]) => `${code(name)}: ${describe(each)}`)
    .join('<br>') || '—'

const eventsTable = (source: 'server' | 'browser') =>
  table(
    ['event', 'when', 'properties'],
    Object.entries(events)
      .filter(([, { from }]) => from === source)
      .map(([name, { when, properties }]) => [code(name), when, listProperties(properties)]),
  )

const viewsTable = () =>
  table(
    ['screen', 'what', 'properties'],
    viewNames.map((name) => [
      code(name),
      getPaths(name).map(code).join(' ') || otherViews[name as OtherViewName].when,
      listProperties(viewProperties(name)),
    ]),
  )

/** The keys of a JSON file in `CONTENT_DIR`. */
const keysTable = (schema: z.ZodType, missing: string) =>
  propertiesTable('key', schema, (_, { default: value }) =>
    value === undefined ? missing : code(String(value)),
  )

/** Every budget of a process; the process itself is the first. */
export function budgetRows(): MemoryBudget[] {
  const { process, ...others } = otherBudgets
  // Limits of the whole shop count one key.
  const isOfShop = ({ of }: { of: string }) => /whole shop|all devices that never/.test(of)
  const limits = Object.values(limitTable).filter((limit) => !isOfShop(limit)).length
  return [
    process,
    ...Object.values(cacheBudgets),
    ...Object.values(others),
    ...kindBudgets.map(({ kind, megabytes }) => ({
      megabytes,
      holds: `keys \`${kind}:…\`, while there is no Redis for them`,
    })),
    {
      megabytes: MEGABYTES_OF_A_LIMIT * limits,
      holds: `counts of limits without Redis, ${MEGABYTES_OF_A_LIMIT} for each of ${limits}`,
    },
  ]
}

interface Rule {
  alert: string
  labels: { severity: string }
  annotations: { summary: string; description: string }
}

async function metricsTable(): Promise<string> {
  const metrics = (await registry.getMetricsAsArray())
    .filter(({ name }) => name.startsWith('april_'))
    .map(({ name, type, help, ...metric }) => [
      code(name),
      String(type),
      ((metric as { labelNames?: string[] }).labelNames ?? []).map(code).join(', ') || '—',
      help,
    ])
  return table(['metric', 'type', 'labels', 'meaning'], metrics)
}

/** Each alert with its condition and its remedy. */
function alertsPart(): string {
  const { groups } = parse(readFileSync('deploy/prometheus/alerts.yaml', 'utf8')) as {
    groups: { rules: Rule[] }[]
  }
  const rules = groups.flatMap((group) => group.rules)
  const rows = rules.map(({ alert, labels, annotations }) => [
    `[${alert}](#${alert.toLowerCase()})`,
    labels.severity,
    annotations.summary,
  ])
  const sections = rules.map(
    ({ alert, annotations }) => `## ${alert}\n\n${annotations.description}`,
  )
  return `${table(['alert', 'severity', 'when'], rows)}\n\n${sections.join('\n')}`
}

function getLife(seconds: number | null): string {
  if (seconds === null) return 'until the browser is closed'
  if (seconds < 3600) return `${seconds} s`
  const hours = seconds / 3600
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} days`
}

const cookiesTable = () =>
  table(
    ['cookie', 'life', 'who reads it', 'purpose, as visitors read it'],
    Object.entries<CookieFacts>(cookieCatalogue).map(([name, facts]) => [
      code(name),
      getLife(facts.seconds),
      facts.isReadable ? 'scripts may read it' : 'the server alone',
      facts.purpose,
    ]),
  )

function storageTable(): string {
  const names = Object.entries(storageCatalogue)
  const rows = names.map(([name, { where, purpose }]) => [code(name), where, purpose])
  return table(['name', 'where', 'purpose, as visitors read it'], rows)
}

/** The memory budget of a process, by part. */
function memoryTable(): string {
  const rows = budgetRows().map(({ holds, megabytes }) => [holds, String(megabytes)])
  const sum = budgetRows().reduce((all, { megabytes }) => all + megabytes, 0)
  const all = '**all of it full at once, which no container with Redis ever is**'
  return table(['what a process holds', 'at most, MB'], [...rows, [all, `**${sum}**`]])
}

/** The generated parts of the references, by their marks. */
export const referenceParts = async () => ({
  'docs/reference/settings.md': { settings: settingsTable() },
  'docs/reference/operator-files.md': {
    landing: keysTable(landingSchema, 'ours'),
    notice: keysTable(noticeSchema, 'none'),
    switches: keysTable(switchesSchema, 'none'),
    names: table(
      ['name', 'what it switches off'],
      Object.entries(killSwitches).map(([name, meaning]) => [code(name), meaning]),
    ),
  },
  'docs/reference/analytics.md': {
    views: viewsTable(),
    server: eventsTable('server'),
    browser: eventsTable('browser'),
  },
  'docs/reference/metrics.md': { metrics: await metricsTable() },
  'docs/reference/alerts.md': { alerts: alertsPart() },
  'docs/reference/memory.md': { memory: memoryTable() },
  'docs/reference/cookies.md': { cookies: cookiesTable(), storage: storageTable() },
})
