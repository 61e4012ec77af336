import { createContext, useContext, useState } from 'react'

/** On the server: the id of the request in logs and traces. */
export const ReferenceContext = createContext<string | null>(null)

/** The element id of the reference in the document. */
export const REFERENCE_ID = 'reference'

let failed: string | null = null

/** Stores the response of a failed data request for the error screen. */
export function noteResponse({ status, headers }: Response): void {
  failed = status >= 500 ? headers.get('X-Trace-ID') : null
}

/**
 * The id that shoppers tell to support: the document's own, or that of a failed data request. Null
 * without a request.
 */
export function useReference(): string | null {
  const own = useContext(ReferenceContext)
  const [reference] = useState(() =>
    typeof document === 'undefined'
      ? own
      : (document.getElementById(REFERENCE_ID)?.textContent ?? failed),
  )
  return reference
}
