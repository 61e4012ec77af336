import type { LoaderFunctionArgs } from '@remix-run/node'

import { notFound } from '~/platform/not-found.server'

/** Whatever the table of routes does not know. */
export function loader({ request }: LoaderFunctionArgs) {
  throw notFound(request)
}

/** Never shown: the route exists so that an unknown address has a status and the error screen. */
export default function NotFoundScreen() {
  return null
}
