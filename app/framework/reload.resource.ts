import { redirectDocument, type LoaderFunctionArgs } from '@remix-run/node'

import { safeReturnTo } from '~/domain/return-to'

/**
 * Makes the browser load a document, in the framework's own format. The edge sends it in place of refused
 * data, and the page then shows the reason.
 */
export function loader({ request }: LoaderFunctionArgs) {
  throw redirectDocument(safeReturnTo(new URL(request.url).searchParams.get('to'), '/'))
}

export const action = loader
