import { redirect, redirectDocument, type ActionFunctionArgs } from '@remix-run/node'
import { z } from 'zod'

import { readForm } from '~/forms/form.server'

const fields = z.object({ everywhere: z.string().optional() })

export function loader() {
  throw redirect('/')
}

/**
 * Signs out, then redirects to the landing page as a new document (specification 4.18), which
 * discards the script's memory. With `everywhere` it ends all sessions of the shopper.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const { submission } = await readForm(request, fields)
  context.analytics.track('Logout:Success', {})
  await context.session.signOut(submission.payload.everywhere === '1')
  throw redirectDocument('/')
}
