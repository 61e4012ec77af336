// One, two and four containers behind a balancer against the capacity model, written into docs/reference/capacity.md:
//
//   npm run capacity:measure -- --seconds 20 --share 0.25
//
// Each container is limited to that share of a processor by a control group, so that four fit on one machine; without
// the right to make one (root on Linux) it says so and ends. Run it on a machine that does nothing else.
import { readOptions } from './help.mjs'
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

import {
  getNeed,
  planFor,
  addresses,
  PAGE_SHARES,
  pickPage,
  type Kind,
} from '../tests/capacity/model'
import { createRandom } from '../tests/support/random'
import { limitProcessor } from '../tests/bench/limit-processor'
import { readMeasured } from '../tests/bench/measured'
import { table } from '../tests/bench/report'
import { usedMs } from '../tests/bench/process-figures'
import { appNode, startApp, type AppProcess } from '../tests/support/app-process'
import { startBalancer } from '../tests/support/balancer'
import { builtDictionary } from '../tests/support/page-dictionary'
import { getAddress, screenNamed } from '../tests/support/screens'
import { createVisitor, signIn, type Visitor } from '../tests/support/visitor'
import { freePort } from './local-server'
import { saturate, type Shot } from './load/drive'
import { startReplay } from './load/replay'
import { conditions } from './load/report'

const options = readOptions({
  seconds: { type: 'string', default: '20' },
  share: { type: 'string', default: '0.25' },
})
const [seconds, share] = [Number(options.seconds), Number(options.share)]
const COUNTS = [1, 2, 4]
const SHOPPERS = 24
const GATEWAY_MS = 20
const FIRST_PHONE = 79180000000
/** Until a process has served this many pages, each page costs more. */
const WARM_PAGES = 800
const REPORT = 'docs/reference/capacity.md'
const LARGEST_FAULT = 0.2

const random = createRandom(1)
const kinds = Object.entries(PAGE_SHARES) as [Kind, number][]

async function measure(count: number) {
  const gateway = await startReplay(GATEWAY_MS)
  const balancer = await startBalancer()
  const origin = {
    PUBLIC_ORIGIN: balancer.url,
    IMAGE_ORIGINS: gateway.sandbox.url,
    LOG_LEVEL: 'info',
  }
  const apps: AppProcess[] = []
  for (let each = 0; each < count; each += 1) {
    const port = String(await freePort())
    apps.push(await startApp(gateway.url, { ...origin, PORT: port, TRUST_PROXY: '1' }))
    balancer.add(`http://localhost:${port}`)
  }
  await balancer.ready(count)
  const visitors: Visitor[] = Array.from({ length: SHOPPERS }, () => createVisitor(balancer.url))
  for (const [index, visitor] of visitors.entries())
    await signIn(visitor, gateway.sandbox.sandbox, String(FIRST_PHONE + index))
  const getPath = (kind: Kind, visitor: Visitor) =>
    kind === 'code' ? addresses[kind] : getAddress(screenNamed(kind), visitor)
  // Collects the cookies of a first visit, which the measured requests then send.
  for (const visitor of visitors)
    for (const [kind] of kinds) await visitor.get(getPath(kind, visitor))
  const dictionary = builtDictionary().available
  const next = (number: number): Shot => {
    const visitor = visitors[number % SHOPPERS]!
    const kind = pickPage(random())
    const path = getPath(kind, visitor)
    const cookie = [...visitor.cookies].map((pair) => pair.join('=')).join('; ')
    return { path, cookie: kind === 'landing' ? '' : cookie, dictionary }
  }
  const load = { address: balancer.url, connections: 4 * count, next }
  // Warmed up before the limit applies.
  for (let pages = 0; pages < count * WARM_PAGES;)
    pages += (await saturate({ ...load, seconds: 5 })).good
  const free = apps.map((app) => limitProcessor(app, share))
  await saturate({ ...load, seconds: 3 })
  const before = apps.map(usedMs)
  await gateway.countAnew()
  const run = await saturate({ ...load, seconds })
  const calls = [...(await gateway.countAnew()).values()].reduce((all, each) => all + each, 0)
  const used = apps.map((app, index) => usedMs(app) - before[index]!)
  for (const app of apps) await app.stop()
  for (const remove of free) remove()
  await balancer.close()
  await gateway.close()
  return { count, run, used, calls }
}

const mean = (values: readonly number[]) =>
  values.reduce((all, each) => all + each, 0) / values.length

/** Cost of a page in one container, as a multiple of the bench's: other programs slow this machine. */
let slowness: number | undefined

const msOfPage = kinds.reduce(
  (all, [kind, part]) => all + part * readMeasured().requests[kind].processorMs,
  0,
)

function getRow({ count, run, used, calls }: Awaited<ReturnType<typeof measure>>): string[] {
  const need = getNeed(planFor(1e6, { codesPerVisit: 0 }))
  const callsOfPage = (need.gatewayCallsPerSecond - need.pagesPerSecond / 3) / need.pagesPerSecond
  const cost = used.reduce((all, each) => all + each, 0) / run.good
  slowness ??= cost / msOfPage
  const expected = (count * share * 1000) / msOfPage
  const found = run.good / run.seconds
  const off = (value: number, model: number) => `${Math.round((value / model - 1) * 100)} %`
  if (Math.abs((found * slowness) / expected - 1) > LARGEST_FAULT)
    console.log(`${count} containers: the model is wrong by ${off(found * slowness, expected)}`)
  return [
    String(count),
    expected.toFixed(0),
    (expected / slowness).toFixed(0),
    found.toFixed(0),
    off(found * slowness, expected),
    msOfPage.toFixed(1),
    cost.toFixed(1),
    callsOfPage.toFixed(1),
    (calls / run.good).toFixed(1),
    (Math.max(...used) / mean(used)).toFixed(2),
  ]
}

const where = conditions()
const rows: string[][] = []
for (const count of COUNTS) {
  rows.push(getRow(await measure(count)))
  console.log(rows.at(-1)!.join(' | '))
}
const heads = [
  'containers',
  'pages a second: model',
  'at the speed of this hour',
  'measured',
  'off',
  'ms a page: model',
  'measured',
]
const content = table([...heads, 'calls a page: model', 'measured', 'busiest to mean'], rows)
const text = readFileSync(REPORT, 'utf8')
const [begin, end] = ['<!-- measured -->', '<!-- /measured -->']
const version = execFileSync(appNode, ['--version'], { encoding: 'utf8' }).trim()
const note = `_${where} Each container has Node ${version} and ${share} of a processor; the gateway took ${GATEWAY_MS} ms._`
writeFileSync(
  REPORT,
  `${text.slice(0, text.indexOf(begin))}${begin}\n\n${note}\n\n${content}\n\n${text.slice(text.indexOf(end))}`,
)
process.exit(0)
