import pLimit from 'p-limit'

import type { Page, Pagination } from '~/gateways/shapes/paging.server'

const LARGEST_PAGE = 50
const MOST_PAGES = 10
/** Pages of one list that are asked for at a time: a long list must not fill a gateway's connections. */
const MOST_AT_ONCE = 4

/**
 * A whole list, for what the gateway has no call of its own: the first page tells how many there
 * are, the others are asked for four at a time; where it does not tell, each page leads to the next.
 * Ends at 500 entries. What moves from page to page meanwhile stands in it once.
 * @param idOf tells entries apart
 * @throws GatewayError of the first page that fails
 */
export async function listAllPages<Entry>(
  ask: (page: Page) => Promise<{ entries: Entry[]; pagination: Pagination }>,
  idOf: (entry: Entry) => unknown,
): Promise<Entry[]> {
  const first = await ask({ limit: LARGEST_PAGE, offset: 0 })
  const pages = Math.min(Math.ceil(first.pagination.totalCount / LARGEST_PAGE), MOST_PAGES)
  const rest = await pLimit(MOST_AT_ONCE).map(Array.from({ length: pages - 1 }), (_, index) =>
    ask({ limit: LARGEST_PAGE, offset: (index + 1) * LARGEST_PAGE }),
  )
  const all = [first, ...rest]
  while (all.at(-1)?.pagination.hasMore && all.length < MOST_PAGES)
    all.push(await ask({ limit: LARGEST_PAGE, offset: all.length * LARGEST_PAGE }))
  const byId = new Map(all.flatMap(({ entries }) => entries).map((entry) => [idOf(entry), entry]))
  return [...byId.values()]
}
