import { createFaultReporter } from '~/platform/fault-reporter'
import { browserManifest, browserRouter } from '~/framework/browser-router'
import { keepFocus } from '~/framework/focus-keeper'
import { watchPrefetch } from '~/framework/prefetch'
import { watchKeeping } from '~/install/keeping'
import { clearBadgeWhenSeen } from '~/push/app-badge'
import { checkSubscription } from '~/push/push-browser'
import { setErrorReporter } from '~/platform/report-error'
import { registerWorker } from '~/offline/register-worker'
import { tellTimeZone } from '~/session/told-zone'
import type { Site } from '~/ui/site'

/** What can wait until the browser has nothing better to do; it is fetched only then. */
export function startIdleLayer(): void {
  const build = () => browserManifest()?.version
  setErrorReporter(createFaultReporter('browser', build))
  tellTimeZone()
  watchPrefetch()
  keepFocus()
  watchKeeping()
  clearBadgeWhenSeen()
  void registerWorker().then(() => checkSubscription(currentPushKey()))
}

function currentPushKey(): string | null | undefined {
  return (browserRouter()?.state.loaderData?.root as Site | undefined)?.pushKey
}
