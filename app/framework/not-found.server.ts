import { data } from '@remix-run/node'

/** What a loader throws for an address that leads nowhere (section 2: a route's validity check). */
export function notFound(request: Request) {
  return data(`Page Not Found: ${new URL(request.url).pathname}`, { status: 404 })
}

/**
 * A route's validity check: its parameters have to name something that could exist.
 * @throws the 404 of the specification's error page
 */
export function requireValid(request: Request, isValid: boolean): void {
  if (!isValid) throw notFound(request)
}
