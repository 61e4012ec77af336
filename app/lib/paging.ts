const LAST_PAGE = 1000
const LARGEST_OFFSET = 100_000

function wholeNumber(text: string | null): number | null {
  return text !== null && /^\d{1,6}$/.test(text) ? Number(text) : null
}

/** The parameter `page` of an address, from 1 to 1000; 1 for invalid values. */
export function readPage(search: URLSearchParams): number {
  const page = wholeNumber(search.get('page')) ?? 1
  return page >= 1 && page <= LAST_PAGE ? page : 1
}

/**
 * The number of pages by the list's total. When this page is empty, no later page is counted, because the
 * total may be too large.
 * @param size entries of a page
 * @param page from 1
 * @param shown entries on this page
 */
export function countPages(
  total: number,
  { size, page, shown }: { size: number; page: number; shown: number },
): number {
  const pages = Math.ceil(Math.max(0, total) / size)
  return shown > 0 ? pages : Math.min(pages, page)
}

/** The parameter `offset` of an address, at most 100,000; 0 for invalid values. */
export function readOffset(search: URLSearchParams): number {
  return Math.min(wholeNumber(search.get('offset')) ?? 0, LARGEST_OFFSET)
}
