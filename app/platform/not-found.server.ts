import { data } from '@remix-run/node'

import { anonymousPath } from '~/lib/anonymous-path'

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
