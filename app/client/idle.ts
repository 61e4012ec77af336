import { watchPrefetch } from './prefetch'
import { checkSubscription } from './push-browser'
import { registerWorker } from './service-worker'

/** What can wait until the browser has nothing better to do; it is fetched only then. */
export function startIdleLayer(): void {
  watchPrefetch()
  void registerWorker().then(checkSubscription)
}
