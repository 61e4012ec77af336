import { redirect } from '@remix-run/node'

/** An address that the specification (section 2) has lead to the legal screen. */
export function loader() {
  throw redirect('/profile/legal')
}
