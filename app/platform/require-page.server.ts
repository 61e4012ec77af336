import { redirect } from '@remix-run/node'

import { readPage } from '~/lib/paging'

/**
 * Leads to a list's last page who asks for one behind it, as after the last entry of a page was let go: an empty
 * page would say that there is nothing at all.
 * @param pages of the list as it is now; without any its first page is the last
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
