import { redirect, redirectDocument, type ActionFunctionArgs } from '@remix-run/node'

export function loader() {
  throw redirect('/')
}

/**
 * Signs out and leads to the landing (specification, section 4) as a new page: nothing that a
 * script has kept survives. With `everywhere` each session of the shopper ends, on every device.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = new URLSearchParams(await request.text())
  context.analytics.track('Logout:Success', {})
  await context.session.signOut(form.get('everywhere') === '1')
  throw redirectDocument('/')
}
