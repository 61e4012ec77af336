import { createSealer } from '../../app/session/seal.server'
import { SECRET, startApp, type AppProcess } from '../support/app-process'
import type { Visitor } from '../support/visitor'
import { headersOf, measure, run, type LoadResult } from './load'
import { drawPicture } from './picture'
import { table } from './report'
import { residentMegabytes, usedMs } from './runtimes'
import type { Order } from './stand-in'

const CROWDS = [10, 1_000, 100_000]
const SHELVES = [1_000, 10_000, 100_000]
const CONNECTIONS = [32, 128, 512]
/** Pages until V8 has compiled the hot code. */
const WARM_PAGES = 3000
/** Page counts at which the cost is measured while the process warms up. */
const STEPS = [50, 100, 200, 400, 800, 1600, 3200]
const MINUTES = Number(process.env.BENCH_MINUTES ?? 5)
const LONGEST_SECONDS = 600
/** Pages a second of each of four screens that age a process. */
const RATE_EACH = 15

export interface Grown {
  gatewayUrl: string
  imageOrigin: string
  order(what: Order): Promise<unknown>
  /** A signed-in visitor with the stand-in's responses. */
  shopper: Visitor
  paths: ReadonlyMap<string, string>
  seconds: number
}

const counted = (count: number) => count.toLocaleString('en-US')

/** Cookies of many shoppers, each with own session, id and tokens. */
function crowd({ cookies }: Visitor, count: number): Record<string, string>[] {
  const sealer = createSealer([SECRET])
  const session = sealer.open('v1_jwt', cookies.get('v1_jwt') ?? '') as Record<string, unknown>
  const others = [...cookies].filter(([name]) => name !== 'v1_jwt')
  return Array.from({ length: count }, (_, index) => {
    const own = Object.fromEntries(
      Object.entries(session).map(([name, value]) => [
        name,
        typeof value === 'string' ? value.slice(0, -6) + String(index).padStart(6, '0') : value,
      ]),
    )
    return headersOf([...others, ['v1_jwt', sealer.seal('v1_jwt', own)]])
  })
}

/** Processor milliseconds of a page under a load. */
async function costOf(app: AppProcess, load: Parameters<typeof run>[0]): Promise<number> {
  const before = usedMs(app)
  const { length } = await run(load)
  return (usedMs(app) - before) / length
}

/** One growing process, with its gateway and its shopper. */
interface Site extends Pick<Grown, 'order' | 'shopper' | 'seconds'> {
  app: AppProcess
  loadOf(name: string): Parameters<typeof run>[0]
  tell(heads: string[], rows: string[][]): void
}

/**
 * Cost of a page and memory with more of everything: answered pages, products, shoppers, connections, readers
 * of one list, time. Draws `docs/images/growth-*.svg`.
 */
export async function growthTables(grown: Grown): Promise<string> {
  const { gatewayUrl, imageOrigin, order, shopper, paths, seconds } = grown
  const app = await startApp(gatewayUrl, { IMAGE_ORIGINS: imageOrigin, LOG_LEVEL: 'info' })
  const headers = headersOf(shopper.cookies)
  const parts: string[] = []
  const site: Site = {
    app,
    order,
    shopper,
    seconds,
    loadOf: (name) => ({
      origin: app.address,
      path: paths.get(name) ?? '/',
      headers,
      connections: 4,
      seconds: LONGEST_SECONDS,
    }),
    tell(heads, rows) {
      parts.push(table(heads, rows))
      for (const row of rows) console.log(row.join(' | '))
    },
  }
  await growWarm(site)
  await growInSize(site)
  await growInConnections(site)
  await besideHotList(site)
  await growOld(site)
  await app.stop()
  return parts.join('\n\n')
}

async function growWarm({ app, loadOf, tell }: Site): Promise<void> {
  const points: [number, number][] = []
  for (const [index, pages] of STEPS.entries()) {
    const load = { ...loadOf('today'), pages: pages - (STEPS[index - 1] ?? 0) }
    points.push([pages, await costOf(app, load)])
  }
  tell(
    ['pages since the start', ...STEPS.map(counted)],
    [['processor per main screen, ms', ...points.map(([, ms]) => ms.toFixed(1))]],
  )
  drawPicture('docs/images/growth-warmth.svg', {
    title: 'A main screen after the start',
    along: 'pages answered since the start',
    unit: 'ms of a processor',
    lines: [{ name: 'main screen', points }],
  })
}

async function growInSize({ app, shopper, order, loadOf, tell }: Site): Promise<void> {
  const goods: [number, number][] = []
  await run({ ...loadOf('category'), pages: WARM_PAGES })
  for (const total of SHELVES) {
    await order({ kind: 'goods', total })
    goods.push([total, await costOf(app, { ...loadOf('category'), pages: WARM_PAGES })])
  }
  tell(
    ['a category of so many goods', ...SHELVES.map(counted)],
    [['processor per page, ms', ...goods.map(([, ms]) => ms.toFixed(2))]],
  )
  const shoppers: [number, number][] = []
  const memory: string[] = []
  await run({ ...loadOf('profile'), pages: WARM_PAGES })
  for (const count of CROWDS) {
    const load = { ...loadOf('profile'), headers: crowd(shopper, count) }
    shoppers.push([count, await costOf(app, { ...load, pages: Math.max(WARM_PAGES, count) })])
    memory.push(residentMegabytes(app).toFixed(0))
  }
  tell(
    ['shoppers, each with a session', ...CROWDS.map(counted)],
    [
      ['processor per profile, ms', ...shoppers.map(([, ms]) => ms.toFixed(2))],
      ['memory afterwards, MB', ...memory],
    ],
  )
  drawPicture('docs/images/growth-cost.svg', {
    title: 'A page and how many there are',
    along: 'shoppers with sessions of their own, goods of the category',
    unit: 'ms of a processor',
    lines: [
      { name: 'profile, by shoppers', points: shoppers },
      { name: 'category, by goods', points: goods },
    ],
  })
}

async function growInConnections({ loadOf, seconds, tell }: Site): Promise<void> {
  const rows: string[][] = []
  for (const name of ['today', 'card', 'coupons', 'category'])
    for (const connections of CONNECTIONS) {
      const load = { ...loadOf(name), connections, seconds }
      const { requestsPerSecond, p50, p99 } = await measure(load)
      const times = [requestsPerSecond, p50, p99].map((each) => each.toFixed(0))
      rows.push([`\`${load.path}\``, counted(connections), ...times, (p99 / p50).toFixed(1)])
    }
  tell(['page', 'connections', 'pages, /s', 'p50, ms', 'p99, ms', 'p99 to p50'], rows)
}

async function besideHotList({ loadOf, seconds, tell }: Site): Promise<void> {
  const list = { ...loadOf('category'), connections: 32, seconds }
  const card = { ...loadOf('card'), connections: 1, seconds }
  const { requestsPerSecond } = await measure(list)
  const alone = await measure(card)
  const rate = requestsPerSecond / 2
  const [beside] = await Promise.all([measure(card), run({ ...list, seconds: seconds + 1, rate })])
  const row = (when: string, { p50, p95, p99 }: LoadResult) => [
    when,
    ...[p50, p95, p99].map((ms) => ms.toFixed(1)),
  ]
  tell(
    ['the card', 'p50, ms', 'p95, ms', 'p99, ms'],
    [
      row('without other load', alone),
      row(
        `while a list is asked for ${rate.toFixed(0)} times a second, half of what is served`,
        beside,
      ),
    ],
  )
}

async function growOld({ app, shopper, loadOf, tell }: Site): Promise<void> {
  const points: [number, number][] = [[0, residentMegabytes(app)]]
  const headers = crowd(shopper, 1000)
  for (let minute = 1; minute <= MINUTES; minute += 1) {
    await Promise.all(
      ['today', 'card', 'category', 'product'].map((name) =>
        run({ ...loadOf(name), headers, connections: 2, seconds: 60, rate: RATE_EACH }),
      ),
    )
    points.push([minute, residentMegabytes(app)])
  }
  tell(
    [`minutes of ${4 * RATE_EACH} pages a second`, ...points.map(([minute]) => String(minute))],
    [['memory, MB', ...points.map(([, megabytes]) => megabytes.toFixed(0))]],
  )
  drawPicture('docs/images/growth-memory.svg', {
    title: 'Memory by minute',
    along: `minutes of ${4 * RATE_EACH} pages a second, 1,000 shoppers`,
    unit: 'MB',
    lines: [{ name: 'one process', points }],
  })
}
