import { unstable_usePrompt as usePrompt, useBeforeUnload } from '@remix-run/react'
import { useCallback } from 'react'

/** Asks before what was typed is left for another page. A form's own post stays on its page and is not asked about. */
export function useLeaveGuard(isDirty: boolean, message: string): void {
  usePrompt({
    message,
    when: ({ currentLocation, nextLocation }) =>
      isDirty && currentLocation.pathname !== nextLocation.pathname,
  })
  useBeforeUnload(
    useCallback(
      (event) => {
        if (isDirty) event.preventDefault()
      },
      [isDirty],
    ),
  )
}
