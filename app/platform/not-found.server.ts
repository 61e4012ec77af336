import { data } from '@remix-run/node'

import { anonymousPath } from '~/lib/anonymous-path'

import { log } from './log.server'

/**
 * What a loader or an action throws when its route's validity check fails (specification, section
 * 2). The path goes without parts that may name a person.
 */
export function notFound(request: Request) {
  const path = anonymousPath(new URL(request.url).pathname)
  const message = `Page Not Found: ${path}`
  log.info({ path, status: 404 }, message)
  return data(message, { status: 404, statusText: message })
}
