import { sendEvents } from '~/analytics/events'
import { forgetShopper } from '~/session/forget-shopper'

/** Signing out waits no longer than this for the browser to forget. */
const LONGEST_WIPE_MS = 2000

/**
 * Stops the second press of a button with its form under way (`aria-disabled` stops none): the
 * browser would give up the answer to the first one, and a code, a session or an account with it.
 * Nor does the second click of a double one undo what the first has done already.
 * And every form that signs out first makes the browser forget, then is sent as a page of its own.
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
      const tooLong = new Promise((resolve) => setTimeout(resolve, LONGEST_WIPE_MS))
      sendEvents()
      void Promise.race([forgetShopper(), tooLong]).then(() => form.submit())
    },
    true,
  )
}
