import { createFaultReporter } from '~/platform/fault-reporter'
import { watchPrefetch } from '~/framework/prefetch'
import { checkSubscription } from '~/push/push-browser'
import { setErrorReporter } from '~/platform/report-error'
import { registerWorker } from '~/offline/register-worker'

interface RemixWindow {
  __remixManifest?: { version: string }
}

/** What can wait until the browser has nothing better to do; it is fetched only then. */
export function startIdleLayer(): void {
  const build = () => (window as RemixWindow).__remixManifest?.version
  setErrorReporter(createFaultReporter('browser', build))
  watchPrefetch()
  void registerWorker().then(checkSubscription)
}
