import { redirect } from '@remix-run/node'

import { readPage } from '~/lib/paging'

/**
 * Redirects a page number behind the end of a list to the last page. The last entry of a page may
 * have been removed, and an empty page would look like an empty list.
 * @param pages the present number of pages; 0 counts as one
 * @throws Response 302 to the same address with the last page
 */
export function requirePage(request: Request, pages: number): void {
  const { pathname, searchParams } = new URL(request.url)
  const last = Math.max(1, pages)
  if (readPage(searchParams) <= last) return
  if (last > 1) searchParams.set('page', String(last))
  else searchParams.delete('page')
  throw redirect(searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname)
}
