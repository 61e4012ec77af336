import { unstable_usePrompt as usePrompt, useBeforeUnload } from '@remix-run/react'
import { useCallback } from 'react'

/** Asks before typed text is lost by leaving the page. The form's own post is exempt. */
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
