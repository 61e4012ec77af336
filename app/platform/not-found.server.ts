import { data, redirect } from '@remix-run/node'

import { anonymousPath } from '~/domain/anonymous-path'
import { readPage } from '~/lib/paging'

import { log } from './log.server'

/**
 * Thrown by loaders and actions when the validity check of their route fails (specification
 * 2.44). Its path lacks parts that may name a person.
 */
export function notFound(request: Request) {
  const path = anonymousPath(new URL(request.url).pathname)
  const message = `Page Not Found: ${path}`
  log.info({ path, status: 404 }, message)
  return data(message, { status: 404, statusText: message })
}

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
