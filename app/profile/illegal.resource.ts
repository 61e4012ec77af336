import { redirect } from '@remix-run/node'

/** The specification (specification, section 2) redirects this address to the legal screen. */
export function loader() {
  throw redirect('/profile/legal')
}
