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
  // Storage too, and with it the worker and its push: what the page's own script wipes before it
  // signs out is gone even where that script did not run.
  throw redirectDocument('/', { headers: { 'Clear-Site-Data': '"cache", "storage"' } })
}
