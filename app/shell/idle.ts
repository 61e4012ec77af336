import { createErrorReporter } from '~/platform/error-reporter'
import { browserManifest, browserRouter, routerReady } from '~/framework/browser-router'
import { keepFocus } from '~/framework/focus-keeper'
import { guardNavigation, type Unanswered } from '~/framework/navigation-resilience'
import { watchPrefetch } from '~/framework/prefetch'
import { watchKeeping } from '~/install/keeping'
import { clearBadgeWhenSeen } from '~/push/app-badge'
import { checkSubscription } from '~/push/push-browser'
import { setErrorReporter } from '~/platform/report-error'
import { registerWorker } from '~/offline/register-worker'
import { sendTimeZone } from '~/session/browser-zone'
import type { Site } from '~/ui/site'
import { showToast } from '~/ui/toasts'

const unansweredTexts: Record<Unanswered, [title: string, description: string]> = {
  screen: ['Не удалось обновить', 'На экране то, что загрузилось раньше.'],
  more: ['Не удалось загрузить', 'Проверьте интернет и попробуйте ещё раз.'],
  form: [
    'Не удалось отправить',
    'Всё, что вы ввели, осталось. Проверьте интернет и попробуйте ещё раз.',
  ],
}

/**
 * Creating the first date formatter blocks a phone for 20 to 50 ms, so it waits until after the
 * first tap.
 */
const ZONE_WAITS_MS = 5000

/** Loads and starts what can wait until the browser is idle. */
export function startIdleLayer(): void {
  const build = () => browserManifest()?.version
  void routerReady.then((router) => guardNavigation(router, tellUnanswered))
  setErrorReporter(createErrorReporter('browser', build))
  setTimeout(sendTimeZone, ZONE_WAITS_MS)
  watchPrefetch()
  keepFocus()
  watchKeeping()
  clearBadgeWhenSeen()
  void registerWorker().then(() => checkSubscription(currentSite()?.pushKey))
}

/** Shows that a request got no response; for a form until the toast is closed. @internal */
export function tellUnanswered(what: Unanswered): void {
  const [title, description] = unansweredTexts[what]
  showToast({ theme: 'error', title, description, persistent: what === 'form' })
}

function currentSite(): Site | undefined {
  return browserRouter()?.state.loaderData?.root as Site | undefined
}
