import { redirect } from '@remix-run/node'

/** Redirects this address to the legal screen (specification, section 2). */
export function loader() {
  throw redirect('/profile/legal')
}
