import { createFaultReporter } from './fault-reporter'
import { watchPrefetch } from './prefetch'
import { checkSubscription } from './push-browser'
import { setErrorReporter } from './report-error'
import { registerWorker } from './service-worker'

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
