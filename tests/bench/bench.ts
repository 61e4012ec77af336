// Measures the production build, on an idle machine: bytes and first visits into docs/reference/performance.md, the
// figures of `npm run capacity` into tests/bench/measured.json. `BENCH_ONLY=pages` or `capacity` does one of them.
import '../../scripts/help.mjs'

import { crawlScreens } from '../support/crawl'
import type { ScreenName } from '../support/screens'
import { weighScreens } from './bytes'
import { measureCapacity } from './capacity'
import { replaceSections, section, table } from './report'
import { measureVisits } from './visits'

const only = process.env.BENCH_ONLY ?? 'pages,capacity'

/** Where most visits begin, and one screen of each kind. `tests/bench/budgets.ts` bounds the bytes of all. */
const names: ScreenName[] = [
  ...(['landing', 'login', 'today', 'card', 'till', 'coupons', 'coupon'] as const),
  ...(['category', 'product', 'stores', 'transactions', 'profile'] as const),
]

const kilobytes = (bytes: number | null) => (bytes === null ? '–' : (bytes / 1000).toFixed(1))
const seconds = (ms = NaN) => (ms / 1000).toFixed(2)

async function measurePages(): Promise<void> {
  const visits = await measureVisits(names)
  const weights = await weighScreens(await crawlScreens(names))
  const rows = names.flatMap((name) => {
    const [weight, visit] = [weights.find((each) => each.name === name), visits.get(name)]
    if (!weight || !visit) return []
    return [
      [
        name,
        kilobytes(weight.html.br),
        kilobytes(visit.bytesAgain),
        kilobytes(weight.script.br),
        String(weight.requests),
        seconds(visit.largestPaint),
        visit.blocked.toFixed(0),
        visit.shift.toFixed(3),
        seconds(visit.largestPaintOfOld),
      ],
    ]
  })
  const heads = [
    ...['screen', 'HTML with CSS, kB', 'again, kB', 'script, kB', 'requests'],
    ...['largest paint, s', 'blocked, ms', 'shift', 'largest paint on an old phone, s'],
  ]
  replaceSections('docs/reference/performance.md', [section('pages', table(heads, rows))])
}

if (only.includes('pages')) await measurePages()
if (only.includes('capacity')) await measureCapacity()
process.exit(0)
