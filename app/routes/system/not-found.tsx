import { data, type LoaderFunctionArgs } from '@remix-run/node'

/** Whatever the table of routes does not know (specification, section 2: validity check). */
export function loader({ request }: LoaderFunctionArgs) {
  throw data(`Page Not Found: ${new URL(request.url).pathname}`, { status: 404 })
}

/** Never shown: the route exists so that an unknown address has a status and the error screen. */
export default function NotFoundScreen() {
  return null
}
