import { createContext, useContext, useState } from 'react'

/** On the server: what names the request in logs and traces. */
export const ReferenceContext = createContext<string | null>(null)

/** Where the error screen has it in the document. */
export const REFERENCE_ID = 'reference'

let failed: string | null = null

/** Remembers how a screen's data failed, for the error screen that comes in the screen's place. */
export function noteAnswer({ status, headers }: Response): void {
  failed = status >= 500 ? headers.get('X-Trace-ID') : null
}

/**
 * By what a shopper names a failed request to who helps: of the document the one that the server wrote
 * into it, of a screen that a script asked for that of its answer; null when nothing was asked.
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
