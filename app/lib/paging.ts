const LAST_PAGE = 1000
const LARGEST_OFFSET = 100_000

function wholeNumber(text: string | null): number | null {
  return text !== null && /^\d{1,6}$/.test(text) ? Number(text) : null
}

/** The page of a list that an address asks for by `page`, from 1 to 1000; odd ones are the first. */
export function readPage(search: URLSearchParams): number {
  const page = wholeNumber(search.get('page')) ?? 1
  return page >= 1 && page <= LAST_PAGE ? page : 1
}

/**
 * How many pages a list has as far as one of them tells: an empty page is behind the end, whatever the
 * total says.
 * @param size of a page
 * @param page from 1
 * @param shown how many entries the page has
 */
export function countPages(
  total: number,
  { size, page, shown }: { size: number; page: number; shown: number },
): number {
  const pages = Math.ceil(Math.max(0, total) / size)
  return shown > 0 ? pages : Math.min(pages, page)
}

/** How many entries an address passes over by `offset`, 100,000 at most; an odd number is none. */
export function readOffset(search: URLSearchParams): number {
  return Math.min(wholeNumber(search.get('offset')) ?? 0, LARGEST_OFFSET)
}
