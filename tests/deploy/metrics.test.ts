import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { registry } from '../../app/platform/metrics.server'
import { readRules } from '../support/prometheus'
import { routeIds, screenIds } from '../support/routes'

interface Panel {
  type: string
  title: string
  gridPos: { h: number; w: number; x: number; y: number }
  targets?: { expr: string }[]
}

const rules = readRules()
const { panels } = JSON.parse(readFileSync('deploy/grafana/april.json', 'utf8')) as {
  panels: Panel[]
}
const charts = panels.filter(({ type }) => type !== 'row')

const queries = [
  ...rules.map(({ alert, expr }) => [`alert ${alert}`, expr] as const),
  ...charts.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }) => [`panel ${title}`, expr] as const),
  ),
]

/** Labels that Prometheus adds to every series. */
const ADDED = ['job', 'instance']
const PROMETHEUS_OWN = ['up']

/** The code that counts. */
const sources = () =>
  ['app', 'edge']
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true }).map((path) => join(folder, String(path))),
    )
    .filter((path) => path.endsWith('.ts'))
    .concat('server.ts')
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n')

/** Every series of the application with its labels: a histogram is three. */
async function series(): Promise<Map<string, string[]>> {
  const seriesNames = new Map<string, string[]>()
  for (const { name, type, ...metric } of await registry.getMetricsAsArray()) {
    const { labelNames = [] } = metric as { labelNames?: string[] }
    seriesNames.set(name, labelNames)
    if (String(type) !== 'histogram') continue
    seriesNames.set(`${name}_bucket`, [...labelNames, 'le'])
    seriesNames.set(`${name}_sum`, labelNames)
    seriesNames.set(`${name}_count`, labelNames)
  }
  return seriesNames
}

const KEYWORDS =
  /^(and|or|unless|on|ignoring|group_left|group_right|bool|offset|by|without|inf|nan)$/i
const LABEL_LIST = /\b(by|without|on|ignoring|group_left|group_right)\s*\(([^)]*)\)/gi

/** The metrics and labels of a query: a name that is no function, keyword or label is a metric. */
function readQuery(expression: string) {
  const labels: string[] = []
  const rest = expression
    .replace(/"(\\.|[^"\\])*"|'(\\.|[^'\\])*'/g, '""')
    .replace(/\{([^}]*)\}/g, (_, matchers: string) => {
      labels.push(...[...matchers.matchAll(/(\w+)\s*(=~|!~|!=|=)/g)].map(([, label]) => label!))
      return ' '
    })
    .replace(/\[[^\]]*\]/g, ' ')
    .replace(LABEL_LIST, (_, _word, list: string) => {
      labels.push(
        ...list
          .split(',')
          .map((label) => label.trim())
          .filter(Boolean),
      )
      return ' '
    })
  const names = [...rest.matchAll(/(?<![\w.])([a-zA-Z_:][\w:]*)(\s*\()?/g)]
  return {
    metrics: names
      .filter(([, name, call]) => !call && !KEYWORDS.test(name!))
      .map(([, name]) => name!),
    labels: [...new Set(labels)],
  }
}

describe('queries of alerts and dashboard', () => {
  test.each(queries)('%s queries only exported metrics and their labels', async (_, expression) => {
    const seriesNames = await series()
    const { metrics, labels } = readQuery(expression)
    expect(metrics).not.toEqual([])
    for (const metric of metrics)
      expect([...seriesNames.keys(), ...PROMETHEUS_OWN], metric).toContain(metric)
    const expected = [...ADDED, ...metrics.flatMap((metric) => seriesNames.get(metric) ?? [])]
    for (const label of labels) expect(expected, label).toContain(label)
  })

  test('compare labels with values of the code', () => {
    const source = sources()
    for (const [name, expression] of queries)
      for (const [, value] of expression.matchAll(/\w+!?="([^"]*)"/g))
        if (value !== 'april') expect(source.includes(`'${value}'`), `${name}: ${value}`).toBe(true)
  })

  test('have balanced brackets', () => {
    for (const [name, expression] of queries)
      for (const [open, close] of ['()', '[]', '{}'])
        expect(expression.split(open!).length, name).toBe(expression.split(close!).length)
  })

  test('select this application only', () => {
    for (const [name, expression] of queries) expect(expression, name).toContain('job="april"')
  })
})

test.each(['alert AprilSlow', 'panel Slowest screens, p95'])(
  '%s covers all screens, and only screens',
  (of) => {
    const [, query = ''] = queries.find(([name]) => name === of)!
    const [, quoted = '""'] = /route=~("[^"]+")/.exec(query) ?? []
    const pattern = new RegExp(`^(?:${JSON.parse(quoted)})$`)
    expect(screenIds.length).toBeGreaterThan(40)
    // Routes without a screen must not match: streamed files, batches of pushes, and responses without a
    // route.
    const [others, edge] = [
      routeIds.filter((id) => !screenIds.includes(id)),
      ['asset', 'moved', 'refused'],
    ]
    expect(screenIds.filter((id) => !pattern.test(id))).toEqual([])
    expect([...others, ...edge].filter((id) => pattern.test(id))).toEqual([])
  },
)

test('an alert has a unique name, a severity, a condition and a remedy', () => {
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
  for (const { alert, labels, annotations } of rules) {
    expect(['page', 'ticket'], alert).toContain(labels.severity)
    expect(annotations.summary.length, alert).toBeGreaterThan(20)
    expect(annotations.description.length, alert).toBeGreaterThan(20)
  }
})

test('the panels of the dashboard do not overlap', () => {
  const taken = new Set<string>()
  for (const { gridPos, title } of panels)
    for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1)
      for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
        expect(taken.has(`${x} ${y}`), title).toBe(false)
        taken.add(`${x} ${y}`)
        expect(x).toBeLessThan(24)
      }
})
