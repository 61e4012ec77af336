import { redirect, redirectDocument, type ActionFunctionArgs } from '@remix-run/node'
import { z } from 'zod'

import { readForm } from '~/forms/form.server'

const fields = z.object({ everywhere: z.string().optional() })

export function loader() {
  throw redirect('/')
}

/**
 * Signs out and leads to the landing (specification, section 4) as a new page: nothing that a
 * script has stored survives. With `everywhere` each session of the shopper ends, on every device.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const { submission } = await readForm(request, fields)
  context.analytics.track('Logout:Success', {})
  await context.session.signOut(submission.payload.everywhere === '1')
  throw redirectDocument('/')
}
