import { data } from '@remix-run/node'

/** What a loader throws for an address that leads nowhere (section 2: a route's validity check). */
export function notFound(request: Request) {
  return data(`Page Not Found: ${new URL(request.url).pathname}`, { status: 404 })
}
