// Makes docs/reference/metrics.md and docs/reference/cookies.md from what is in force.
import { readFileSync } from 'node:fs'

import { format } from 'prettier'
import { parse } from 'yaml'

import { registry } from '../app/platform/metrics.server'
import { cookieCatalogue, type CookieFacts } from '../app/session/cookie-catalogue'
import { storageCatalogue } from '../app/session/storage-catalogue'

const table = (head: string[], rows: string[][]) =>
  [head, head.map(() => '---'), ...rows]
    .map((row) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n')
const code = (text: string) => `\`${text}\``

interface Rule {
  alert: string
  labels: { severity: string }
  annotations: { summary: string }
}

async function metricsDocument(): Promise<string> {
  const metrics = (await registry.getMetricsAsArray())
    .filter(({ name }) => name.startsWith('april_'))
    .map(({ name, type, help, ...metric }) => [
      code(name),
      String(type),
      ((metric as { labelNames?: string[] }).labelNames ?? []).map(code).join(', ') || '—',
      help,
    ])
  const { groups } = parse(readFileSync('deploy/prometheus/alerts.yaml', 'utf8')) as {
    groups: { rules: Rule[] }[]
  }
  const alerts = groups
    .flatMap(({ rules }) => rules)
    .map(({ alert, labels, annotations }) => [
      `[${alert}](runbook.md#${alert.toLowerCase()})`,
      labels.severity,
      annotations.summary,
    ])
  return `# Metrics and alerts

<!-- Made of app/platform/metrics.server.ts and deploy/prometheus/alerts.yaml by npm run docs: change it there. -->

What \`/metrics\` tells besides the process’s own figures (\`process_…\`, \`nodejs_…\`). No label holds a value of a visitor.

${table(['metric', 'type', 'labels', 'meaning'], metrics)}

## Alerts

${table(['alert', 'severity', 'when'], alerts)}
`
}

function lifeOf(seconds: number | null): string {
  if (seconds === null) return 'until the browser is closed'
  if (seconds < 3600) return `${seconds} s`
  const hours = seconds / 3600
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} days`
}

function cookiesDocument(): string {
  const cookies = Object.entries<CookieFacts>(cookieCatalogue).map(([name, facts]) => [
    code(name),
    lifeOf(facts.seconds),
    facts.isReadable ? 'scripts may read it' : 'the server alone',
    facts.purpose,
  ])
  const stored = Object.entries(storageCatalogue).map(([name, { where, purpose }]) => [
    code(name),
    where,
    purpose,
  ])
  return `# Cookies and what else a browser keeps

<!-- Made of the catalogues in app/session by npm run docs: change it there. -->

The page \`/cookie-policy\` shows the same. Behind https a cookie’s name begins with \`__Host-\`.

${table(['cookie', 'life', 'who reads it', 'purpose, as visitors read it'], cookies)}

## Storage

${table(['name', 'where', 'purpose, as visitors read it'], stored)}
`
}

/** The documents as they have to be, by path. */
export async function referenceDocuments(): Promise<Record<string, string>> {
  const options = { ...JSON.parse(readFileSync('.prettierrc.json', 'utf8')), parser: 'markdown' }
  return {
    'docs/reference/metrics.md': await format(await metricsDocument(), options),
    'docs/reference/cookies.md': await format(cookiesDocument(), options),
  }
}
