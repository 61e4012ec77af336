import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { parse, stringify } from 'yaml'

import { freePort } from '../../scripts/local-server'
import { startProgram } from './program'

export interface Rule {
  alert: string
  expr: string
  for?: string
  labels: { severity: 'page' | 'ticket' }
  annotations: { summary: string; description: string }
}

export interface Alert {
  labels: Record<string, string>
  annotations: Record<string, string>
  state: 'pending' | 'firing'
}

/** An application to watch, with its own job name in place of `april`. */
export interface Target {
  job: string
  port: number
  /** Scrape interval in seconds; by default once in a minute of the rules. */
  interval?: number
  /** Seconds that stand for a minute of the rules, 1 by default. */
  minute?: number
}

export type Prometheus = Awaited<ReturnType<typeof startPrometheus>>

const INTERVAL = 1

export const readRules = () =>
  (
    parse(readFileSync('deploy/prometheus/alerts.yaml', 'utf8')) as { groups: { rules: Rule[] }[] }
  ).groups.flatMap(({ rules }) => rules)

/** A rule with shorter windows and waits, for one job. Thresholds stay, because rates are per real second. */
function hurried(rule: Rule, { job, minute = 1 }: Target): Rule {
  const quick = (text: string) =>
    text.replace(
      /\b(\d+)m\b/g,
      (_, minutes: string) => `${Math.round(Number(minutes) * minute * 1000)}ms`,
    )
  return {
    ...rule,
    expr: quick(rule.expr.replaceAll('job="april"', `job="${job}"`)),
    ...(rule.for ? { for: quick(rule.for) } : {}),
    labels: { ...rule.labels, watched: job } as Rule['labels'],
  }
}

/** Starts the machine's Prometheus (`PROMETHEUS_PATH`, or the one in the path) with the product's rules. */
export async function startPrometheus(targets: Target[]) {
  const folder = mkdtempSync(join(tmpdir(), 'april-prometheus-'))
  const port = await freePort()
  const groups = targets.map((target) => ({
    name: target.job,
    rules: readRules().map((rule) => hurried(rule, target)),
  }))
  const config = {
    global: {
      scrape_interval: `${INTERVAL * 1000}ms`,
      evaluation_interval: '500ms',
    },
    rule_files: ['rules.yaml'],
    scrape_configs: targets.map(({ job, port: from, interval = INTERVAL }) => ({
      job_name: job,
      scrape_interval: `${interval * 1000}ms`,
      scrape_timeout: `${interval * 1000}ms`,
      static_configs: [{ targets: [`127.0.0.1:${from}`] }],
    })),
  }
  writeFileSync(join(folder, 'rules.yaml'), stringify({ groups }))
  writeFileSync(join(folder, 'prometheus.yaml'), stringify(config))
  const args = [
    `--config.file=${join(folder, 'prometheus.yaml')}`,
    `--storage.tsdb.path=${join(folder, 'data')}`,
    `--web.listen-address=127.0.0.1:${port}`,
    '--query.lookback-delta=5s',
    '--log.level=error',
  ]
  const url = `http://127.0.0.1:${port}`
  /** After one scrape of each target. */
  const isReady = async () => {
    const response = await fetch(`${url}/api/v1/query?query=up==1`).catch(() => null)
    if (!response?.ok) return false
    const { data } = (await response.json()) as { data: { result: unknown[] } }
    return data.result.length === targets.length
  }
  const { stop } = await startProgram(process.env.PROMETHEUS_PATH ?? 'prometheus', args, isReady)
  return {
    /** The pending and firing alerts of a job, by name. */
    async alerts(job: string): Promise<Map<string, Alert[]>> {
      const { data } = (await (await fetch(`${url}/api/v1/alerts`)).json()) as {
        data: { alerts: Alert[] }
      }
      const found = new Map<string, Alert[]>()
      for (const alert of data.alerts) {
        const { watched, alertname = '' } = alert.labels
        if (watched === job) found.set(alertname, [...(found.get(alertname) ?? []), alert])
      }
      return found
    },
    async stop() {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
