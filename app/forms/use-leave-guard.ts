import { useBeforeUnload, useBlocker } from '@remix-run/react'
import { useCallback, useEffect } from 'react'

/** A sooner answer is the browser’s own, which suppresses dialogues. */
const SOONEST_ANSWER_MS = 50

/** Asks before typed text is lost by leaving the page. The form's own post is exempt. */
export function useLeaveGuard(isDirty: boolean, message: string): void {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    const askedAt = performance.now()
    // A browser that suppresses dialogues would trap the shopper.
    const mayLeave = window.confirm(message) || performance.now() - askedAt < SOONEST_ANSWER_MS
    // After «Back» the browser first returns to this entry.
    if (mayLeave) setTimeout(() => blocker.proceed())
    else blocker.reset()
  }, [blocker, message])
  useBeforeUnload(
    useCallback(
      (event) => {
        if (!isDirty) return
        event.preventDefault()
        // Chrome before 119 asks only then.
        event.returnValue = true
      },
      [isDirty],
    ),
  )
}
