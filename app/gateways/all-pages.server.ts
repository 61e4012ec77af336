import pLimit from 'p-limit'

import type { Page, Pagination } from '~/gateways/schemas/paging.server'

const LARGEST_PAGE = 50
const MOST_PAGES = 10
/** Pages of one list loaded in parallel; more could use up a gateway's connections. */
const MOST_AT_ONCE = 4

/**
 * Loads a whole list that the gateway only returns by pages. The first page has the total, then
 * four pages load in parallel. Without a total, each page says whether there is a next one. Stops
 * at 500 entries. An entry that moves to another page meanwhile appears once.
 * @param idOf the id of an entry
 * @throws GatewayError of the first failed page
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
