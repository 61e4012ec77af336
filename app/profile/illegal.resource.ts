import { redirect } from '@remix-run/node'

/** Redirects this address to the legal screen (specification 2.39). */
export function loader() {
  throw redirect('/profile/legal')
}
