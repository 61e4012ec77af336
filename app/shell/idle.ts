import { createFaultReporter } from '~/platform/fault-reporter'
import { browserManifest } from '~/framework/browser-router'
import { watchPrefetch } from '~/framework/prefetch'
import { checkSubscription } from '~/push/push-browser'
import { setErrorReporter } from '~/platform/report-error'
import { registerWorker } from '~/offline/register-worker'
import { tellTimeZone } from '~/session/told-zone'

/** What can wait until the browser has nothing better to do; it is fetched only then. */
export function startIdleLayer(): void {
  const build = () => browserManifest()?.version
  setErrorReporter(createFaultReporter('browser', build))
  tellTimeZone()
  watchPrefetch()
  void registerWorker().then(checkSubscription)
}
