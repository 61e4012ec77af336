import { redirectDocument, type LoaderFunctionArgs } from '@remix-run/node'

import { safeReturnTo } from '~/lib/return-to'

/**
 * Has the browser load a whole page, in the framework's own text. The edge answers with it what
 * the script asked for and does not get for now; the page then says why.
 */
export function loader({ request }: LoaderFunctionArgs) {
  throw redirectDocument(safeReturnTo(new URL(request.url).searchParams.get('to'), '/'))
}

export const action = loader
