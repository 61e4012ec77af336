// Makes the references of metrics, alerts, cookies and memory from the code.
import { readFileSync } from 'node:fs'

import { format } from 'prettier'
import { parse } from 'yaml'

import {
  cacheBudgets,
  MEGABYTES_OF_A_LIMIT,
  otherBudgets,
  type MemoryBudget,
} from '../app/lib/memory-budgets.server'
import { limitTable } from '../app/session/limit-table.server'
import { kindBudgets } from '../app/session/shared-store.server'
import { registry } from '../app/platform/metrics.server'
import { cookieCatalogue, type CookieFacts } from '../app/session/cookie-catalogue'
import { storageCatalogue } from '../app/lib/storage-catalogue'
import { code, table } from './markdown'

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

const ALERTS = 'deploy/prometheus/alerts.yaml'

async function metricsDocument(): Promise<string> {
  const metrics = (await registry.getMetricsAsArray())
    .filter(({ name }) => name.startsWith('april_'))
    .map(({ name, type, help, ...metric }) => [
      code(name),
      String(type),
      ((metric as { labelNames?: string[] }).labelNames ?? []).map(code).join(', ') || '—',
      help,
    ])
  return `# Metrics

<!-- Made of app/platform/metrics.server.ts by npm run docs: change it there. -->

What \`/metrics\` tells besides the process’s own figures (\`process_…\`, \`nodejs_…\`). No label holds a value of a visitor.

${table(['metric', 'type', 'labels', 'meaning'], metrics)}

[Alerts](alerts.md) ask for them.
`
}

/** Each alert with its condition and its remedy. */
function alertsDocument(): string {
  const { groups } = parse(readFileSync(ALERTS, 'utf8')) as { groups: { rules: Rule[] }[] }
  const rules = groups.flatMap((group) => group.rules)
  const rows = rules.map(({ alert, labels, annotations }) => [
    `[${alert}](#${alert.toLowerCase()})`,
    labels.severity,
    annotations.summary,
  ])
  const sections = rules.map(
    ({ alert, annotations }) => `## ${alert}\n\n${annotations.description}`,
  )
  return `# Alerts

<!-- Made of ${ALERTS} by npm run docs: change it there. -->

${table(['alert', 'severity', 'when'], rows)}

${sections.join('\n')}`
}

function getLife(seconds: number | null): string {
  if (seconds === null) return 'until the browser is closed'
  if (seconds < 3600) return `${seconds} s`
  const hours = seconds / 3600
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} days`
}

function cookiesDocument(): string {
  const cookies = Object.entries<CookieFacts>(cookieCatalogue).map(([name, facts]) => [
    code(name),
    getLife(facts.seconds),
    facts.isReadable ? 'scripts may read it' : 'the server alone',
    facts.purpose,
  ])
  const stored = Object.entries(storageCatalogue).map(([name, { where, purpose }]) => [
    code(name),
    where,
    purpose,
  ])
  return `# Cookies and what else a browser keeps

<!-- Made of app/session/cookie-catalogue.ts and app/lib/storage-catalogue.ts by npm run docs: change it there. -->

The page \`/cookie-policy\` shows the same. Behind https a cookie’s name begins with \`__Host-\`.

${table(['cookie', 'life', 'who reads it', 'purpose, as visitors read it'], cookies)}

## Storage

${table(['name', 'where', 'purpose, as visitors read it'], stored)}
`
}

/** The memory budget of a process, by part. */
function memoryDocument(): string {
  const rows = budgetRows().map(({ holds, megabytes }) => [holds, String(megabytes)])
  const sum = budgetRows().reduce((all, { megabytes }) => all + megabytes, 0)
  return `# Memory of a process

<!-- Made of app/lib/memory-budgets.server.ts and app/session/shared-store.server.ts by npm run docs: change it there. -->

[Operations](../operations.md#memory) says what a container needs.

${table(['what a process holds', 'at most, MB'], [...rows, ['**all of it full at once, which no container with Redis ever is**', `**${sum}**`]])}
`
}

/** The generated documents, by path. */
export async function referenceDocuments(): Promise<Record<string, string>> {
  const options = { ...JSON.parse(readFileSync('.prettierrc.json', 'utf8')), parser: 'markdown' }
  return {
    'docs/reference/metrics.md': await format(await metricsDocument(), options),
    'docs/reference/alerts.md': await format(alertsDocument(), options),
    'docs/reference/memory.md': await format(memoryDocument(), options),
    'docs/reference/cookies.md': await format(cookiesDocument(), options),
  }
}
