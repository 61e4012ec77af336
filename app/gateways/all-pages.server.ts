import { offsetAfter, type Page, type Pagination } from '~/gateways/schemas/paging.server'

/** The largest page that the contract allows; a gateway may send less. */
export const LARGEST_PAGE = 50
const MAX_ENTRIES = 500
/** Pages of one list loaded in parallel; more could use up a gateway's connections. */
export const PAGES_AT_ONCE = 4
/** Smaller pages than these end a long list early, marked as incomplete. */
const SMALLEST_PAGE = 10
/** Calls for a short range of a gateway with tiny pages. */
const FEW_PAGES = 10

type Position = Pick<Pagination, 'hasMore' | 'nextOffset' | 'size' | 'totalCount'>

type ReadPage<ListPage extends { pagination: Position }> = (page: Page) => Promise<ListPage>

interface Range<ListPage> {
  /** The pages in order, each with its offset. */
  pages: { offset: number; page: ListPage }[]
  /** Where the list continues; null at its end. */
  nextOffset: number | null
  totalCount: number
  /** The distance of its pages, a guess for the next range. */
  step: number
}

/**
 * Reads a part of a list, in steps of what the gateway sends. Pages load in parallel at the offsets
 * that the last step suggests; one at another offset is not used.
 * @param to the offset after the last wanted entry
 * @param step the expected distance of two pages
 * @param atOnce pages asked before the first response
 * @throws what the first failed page throws
 */
export async function readRange<ListPage extends { pagination: Position }>(
  read: ReadPage<ListPage>,
  from: number,
  to: number,
  { step = LARGEST_PAGE, atOnce = 1 }: { step?: number; atOnce?: number } = {},
): Promise<Range<ListPage>> {
  const most = Math.max(FEW_PAGES, Math.ceil((to - from) / SMALLEST_PAGE))
  const asked = new Map<number, Promise<ListPage>>()
  const pages: Range<ListPage>['pages'] = []
  let [at, end, width, distance]: [number | null, number, number, number] = [from, to, atOnce, step]
  while (at !== null && at < to && pages.length < most) {
    for (let offset: number = at, turn = 0; turn < width && !asked.has(offset); turn += 1) {
      const page = read({ limit: Math.min(LARGEST_PAGE, to - offset), offset })
      // A page that is not used may fail.
      page.catch(() => undefined)
      asked.set(offset, page)
      offset += distance
      if (offset >= end) break
    }
    const page = (await asked.get(at)) as ListPage
    pages.push({ offset: at, page })
    const next = offsetAfter(at, page.pagination)
    if (next !== null) distance = next - at
    ;[end, width, at] = [Math.min(to, page.pagination.totalCount), PAGES_AT_ONCE, next]
  }
  return {
    pages,
    nextOffset: at,
    totalCount: Math.max(...pages.map(({ page }) => page.pagination.totalCount)),
    step: distance,
  }
}

/** Entries of a list; `isWhole` is false when it is longer than what was read. */
export interface Listed<Entry> {
  entries: Entry[]
  isWhole: boolean
}

/**
 * Loads a whole list that the gateway only returns by pages, up to a limit of entries. An entry
 * that moves to another page meanwhile appears once.
 * @param getEntries the entries of a page
 * @param getId the id of an entry
 * @throws what the first failed page throws
 */
export async function listAllPages<ListPage extends { pagination: Position }, Entry>(
  read: ReadPage<ListPage>,
  getEntries: (page: ListPage) => Entry[],
  getId: (entry: Entry) => unknown,
  most = MAX_ENTRIES,
): Promise<Listed<Entry>> {
  const { pages, nextOffset } = await readRange(read, 0, most)
  const entries = pages.flatMap(({ page }) => getEntries(page))
  return { entries: uniqueBy(entries, getId), isWhole: nextOffset === null }
}

/** An entry that moved while pages were read appears once, at its first place. */
export function uniqueBy<Entry>(entries: Entry[], getId: (entry: Entry) => unknown): Entry[] {
  return [...new Map(entries.map((entry) => [getId(entry), entry])).values()]
}
