import { withTimeout } from '~/lib/with-timeout'
import { sendEvents } from '~/analytics/events'
import { forgetShopper } from '~/session/forget-shopper'

/** How long sign-out waits until the browser has deleted its data. */
const LONGEST_WIPE_MS = 2000

/**
 * Prevents a second submission while a form is sent. The browser would drop the first answer with
 * its code, session or account. (`aria-disabled` prevents none.) The second click of a double click
 * must not undo the first. A sign-out form first deletes the browser's data, then navigates as a
 * document.
 */
export function watchForms(): void {
  document.addEventListener(
    'click',
    (event) => {
      const button = (event.target as Element).closest('[method=post] button')
      if (button && event.detail > 1) event.preventDefault()
    },
    true,
  )
  document.addEventListener(
    'submit',
    (event) => {
      const form = event.target as HTMLFormElement
      const isWaiting =
        form.method === 'post' && event.submitter?.getAttribute('aria-disabled') === 'true'
      const isSignOut = new URL(form.action).pathname === '/logout'
      if (!isWaiting && !isSignOut) return
      event.stopImmediatePropagation()
      event.preventDefault()
      if (isWaiting) return
      sendEvents()
      void withTimeout(forgetShopper, LONGEST_WIPE_MS, () => undefined).then(() => form.submit())
    },
    true,
  )
}
