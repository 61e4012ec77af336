import { startSandbox } from '../../sandbox/server'
import { startApp } from '../support/app-process'
import { builtDictionary } from '../support/page-dictionary'
import { addressOf, screenNamed, type ScreenName } from '../support/screens'
import { createVisitor, signIn } from '../support/visitor'
import { headersOf, measure } from './load'
import { table } from './report'
import { usedMs } from './runtimes'

const SHOPPERS = 60
const FIRST_PHONE = 79160000000
const CONNECTIONS = 8
const DAY_SECONDS = 86_400
const BROTLI = { 'accept-encoding': 'br' }
const MEASURED = [
  'today',
  'card',
  'coupons',
  'profile',
  'category',
  'product',
  'stores',
] as const satisfies ScreenName[]

/**
 * Processor time of pages for one shopper, for sixty, and for sixty with brotli or the page dictionary. One
 * against sixty shows what stored parts of a page save. The sandbox runs in this process, so that only the
 * application's processor time counts.
 */
export async function shoppersTable(seconds: number): Promise<string> {
  const sandbox = await startSandbox({ port: 0, accessTokenLifeSeconds: DAY_SECONDS })
  const app = await startApp(sandbox.url, { IMAGE_ORIGINS: sandbox.url, LOG_LEVEL: 'info' })
  const visitors = Array.from({ length: SHOPPERS }, () => createVisitor(app.origin))
  for (const [index, visitor] of visitors.entries())
    await signIn(visitor, sandbox.sandbox, String(FIRST_PHONE + index))
  const again = { 'accept-encoding': 'dcz', 'available-dictionary': builtDictionary().available }
  const rows: string[][] = []
  for (const name of MEASURED) {
    const path = addressOf(screenNamed(name), visitors[0]!)
    // Collects the cookies of the first page, so that measured requests are no first visits.
    for (const visitor of visitors) await visitor.get(path)
    const all = visitors.map(({ cookies }) => headersOf(cookies))
    const asking = (wish: Record<string, string>) => all.map((headers) => ({ ...headers, ...wish }))
    const costs: string[] = []
    for (const headers of [all.slice(0, 1), all, asking(BROTLI), asking(again)]) {
      const before = usedMs(app)
      const load = { origin: app.address, path, headers, connections: CONNECTIONS, seconds }
      const { requestsPerSecond } = await measure(load)
      // `measure` also requests pages in a warm-up of one second, at about the same rate.
      costs.push(((usedMs(app) - before) / (requestsPerSecond * (seconds + 1))).toFixed(2))
    }
    rows.push([`\`${path.replace(/\d{6,}/, '…')}\``, ...costs])
    console.log(rows.at(-1)?.join(' | '))
  }
  await app.stop()
  await sandbox.close()
  const heads = [
    'processor per page, ms',
    'one shopper, again and again',
    `${SHOPPERS} shoppers in turn`,
    'the same, by brotli',
    'the same, by the dictionary',
  ]
  return table(heads, rows)
}
