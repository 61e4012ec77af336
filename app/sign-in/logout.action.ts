import { redirect, redirectDocument, type ActionFunctionArgs } from '@remix-run/node'

export function loader() {
  throw redirect('/')
}

/**
 * Signs out and leads to the landing (specification, section 4) as a new page: nothing that a
 * script has kept survives.
 */
export async function action({ context }: ActionFunctionArgs) {
  context.analytics.track('Logout:Success', {})
  await context.session.signOut()
  throw redirectDocument('/')
}
