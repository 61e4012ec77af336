// What the site needs for so many shoppers, reckoned from the figures of the last bench and the manifests:
//
//   npm run capacity -- --shoppers 20000000 --busiest-hour 0.12
//
// Each habit of shoppers has an option, with its default in tests/capacity/model.ts: --visits-per-week, --busiest-day,
// --busiest-hour, --worst-minute, --pages-per-visit, --codes-per-visit, --enrolled, --opens-after-push.
// docs/reference/capacity.md explains the rows and has the table for four sizes.
// As a module it makes the tables of docs/reference/capacity.md and of the operations.
import { readOptions } from './help.mjs'
import { pathToFileURL } from 'node:url'

import { readMeasured } from '../tests/bench/measured'
import { getNeed, HABITS, planFor, type Habits, type Need } from '../tests/capacity/model'
import { code, table } from './markdown'

/** Numbers of shoppers in the table. */
const SIZES = [0.1e6, 1e6, 10e6, 50e6]

/** Two significant digits, as the figures are no better. */
const rough = (value: number) =>
  value >= 100
    ? Number(value.toPrecision(2)).toLocaleString('en-US')
    : String(Number(value.toPrecision(2)))

/** The rows of a plan. */
function getRows(need: Need): [name: string, value: string][] {
  return [
    ['visits to a till in the busiest hour', rough(need.visitsInBusiestHour)],
    ['pages a second in that hour', rough(need.pagesPerSecondOfHour)],
    ['pages a second in its worst minute', rough(need.pagesPerSecond)],
    ['containers for the worst minute', String(need.containers)],
    ['processors used then', rough(need.cores)],
    ['hours of a processor on the busiest day', rough(need.coreHoursOfDay)],
    ['processors requested', rough(need.coresRequested)],
    ['memory requested, GB', rough(need.gigabytesRequested)],
    ['gateway calls a second', rough(need.gatewayCallsPerSecond)],
    ['Redis of the state, commands a second', rough(need.redisOperations)],
    ['Redis of the state, MB', rough(need.stateMegabytes)],
    ['Redis of the cache, MB', rough(need.cacheMegabytes)],
    ['pages and data sent, Mbit/s', rough(need.megabitsPerSecond)],
    ['log lines a second', rough(need.logLinesPerSecond)],
    ['log of the busiest day, GB', rough(need.logGigabytesOfDay)],
    ['series of metrics', rough(need.metricSeries)],
    ['devices for pushes', rough(need.devices)],
    ['pushes a second that need no further container', rough(need.devicesPerSecond)],
    ['hours of a push at that pace', rough(need.pushHours)],
    ['hours of one relay command', rough(need.relayHours)],
  ]
}

const million = (shoppers: number) => `${shoppers / 1e6} million`

function sizesTable(names?: readonly string[]): string {
  const columns = SIZES.map((shoppers) => getRows(getNeed(planFor(shoppers))))
  const rows = columns[0]!
    .map(([name], index) => [name, ...columns.map((column) => column[index]![1])])
    .filter(([name]) => !names || names.includes(name!))
  return table(['shoppers', ...SIZES.map(million)], rows)
}

/** The rows of the table of operations. */
const OPERATORS = [
  'pages a second in its worst minute',
  'containers for the worst minute',
  'memory requested, GB',
  'gateway calls a second',
  'Redis of the state, MB',
  'Redis of the cache, MB',
  'log of the busiest day, GB',
  'pushes a second that need no further container',
]

/** The table of operations. */
export const operatorsSizes = () => sizesTable(OPERATORS)

function callsTable(): string {
  const needs = SIZES.map((shoppers) => getNeed(planFor(shoppers)))
  const rows = needs[0]!.gatewayCalls.map(([endpoint]) => [
    code(endpoint),
    ...needs.map((need) => rough(new Map(need.gatewayCalls).get(endpoint) ?? 0)),
  ])
  return table(['calls a second', ...SIZES.map(million)], rows)
}

function requestsTable(): string {
  const { requests } = readMeasured()
  const rows = Object.entries(requests).map(([kind, each]) => [
    code(kind),
    String(each.processorMs),
    String(each.bytes),
    String(Math.round(Object.values(each.calls).reduce((all, count) => all + count, 0))),
    String(each.redisCommands),
    String(each.logBytes),
  ])
  const head = ['request', 'processor, ms', 'bytes', 'calls', 'Redis commands', 'log, bytes']
  return table(head, rows)
}

/** The tables of the reference. */
export function capacityParts() {
  const { date, machine } = readMeasured()
  const habits = Object.entries(HABITS).map(([name, value]) => [code(name), String(value)])
  return {
    sizes: sizesTable(),
    habits: table(['habit', 'value'], habits),
    calls: callsTable(),
    requests: `_${date}, ${machine}_\n\n${requestsTable()}`,
  }
}

function main(): void {
  const dashed = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  const names = Object.keys(HABITS) as (keyof Habits)[]
  const options = readOptions({
    shoppers: { type: 'string' },
    ...Object.fromEntries(names.map((name) => [dashed(name), { type: 'string' as const }])),
  }) as Record<string, string | undefined>

  function getNumber(option: string, least: number): number {
    const value = Number(options[option])
    if (value >= least && value < Infinity) return value
    process.stderr.write(`--${option} is a number from ${least} on\n`)
    process.exit(2)
  }

  const given = names.filter((name) => options[dashed(name)] !== undefined)
  const habits = Object.fromEntries(given.map((name) => [name, getNumber(dashed(name), 0)]))
  const need = getNeed(planFor(getNumber('shoppers', 1), habits))
  const { date, machine } = readMeasured()
  console.log(`Figures of ${date}, ${machine}.\n`)
  for (const [name, value] of getRows(need)) console.log(`${value.padStart(22)}  ${name}`)
  console.log('\nGateway calls a second, by endpoint:')
  for (const [endpoint, rate] of need.gatewayCalls)
    console.log(`${rate.toFixed(rate < 10 ? 1 : 0).padStart(22)}  ${endpoint}`)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main()
