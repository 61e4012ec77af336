import type { LoaderFunctionArgs } from '@remix-run/node'

import { notFound } from '~/platform/not-found.server'

/** Matches addresses that no other route has. */
export function loader({ request }: LoaderFunctionArgs) {
  throw notFound(request)
}

/** Never rendered: the route exists so that unknown addresses have a status and the error screen. */
export default function NotFoundScreen() {
  return null
}
