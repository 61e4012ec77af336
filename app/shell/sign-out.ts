import { sendEvents } from '~/analytics/events'
import { forgetShopper } from '~/session/forget-shopper'

/** Signing out waits no longer than this for the browser to forget. */
const LONGEST_WIPE_MS = 2000

/** Every form that signs out first makes the browser forget, then is sent as a page of its own. */
export function watchSignOut(): void {
  document.addEventListener(
    'submit',
    (event) => {
      const form = event.target as HTMLFormElement
      if (new URL(form.action).pathname !== '/logout') return
      event.preventDefault()
      event.stopImmediatePropagation()
      const tooLong = new Promise((resolve) => setTimeout(resolve, LONGEST_WIPE_MS))
      sendEvents()
      void Promise.race([forgetShopper(), tooLong]).then(() => form.submit())
    },
    { capture: true },
  )
}
