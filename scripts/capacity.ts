// What the site needs for so many shoppers, reckoned from the figures of the last bench and the manifests:
//
//   npm run capacity -- --shoppers 20000000 --busiest-hour 0.12
//
// Each habit of shoppers has an option, with its default in tests/capacity/model.ts: --visits-per-week, --busiest-day,
// --busiest-hour, --worst-minute, --pages-per-visit, --codes-per-visit, --enrolled, --opens-after-push.
// docs/reference/capacity.md explains the rows and has the table for four sizes.
import { readOptions } from './help.mjs'
import { readMeasured } from '../tests/bench/measured'
import { getNeed, planFor, HABITS, type Habits } from '../tests/capacity/model'
import { getRows } from './capacity-doc'

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
