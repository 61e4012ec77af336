import { reportError } from '~/platform/report-error'
import { showToast } from '~/ui/toasts'
import { FETCH_DICTIONARY } from './worker-messages'

const TAKE_OVER_MS = 5000

/** Registers the worker after the page is there; without one everything but offline works. The build makes it. */
export async function registerWorker(): Promise<void> {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return
  try {
    const registration: ServiceWorkerRegistration | undefined =
      await navigator.serviceWorker.register('/sw.js')
    // Browsers and extensions that block workers may resolve without one.
    if (!registration) return
    watchForUpdate(registration, navigator.serviceWorker, offerUpdate)
    // Only browsers that keep dictionaries: for others the file would be a waste.
    if (document.createElement('link').relList.supports('compression-dictionary'))
      (await navigator.serviceWorker.ready).active?.postMessage(FETCH_DICTIONARY)
  } catch (error) {
    reportError(error, 'service worker')
  }
}

type Container = Pick<ServiceWorkerContainer, 'controller'>

/** Tells of a new version that is ready and waits; the first version of all is no news. */
export function watchForUpdate(
  registration: ServiceWorkerRegistration,
  container: Container,
  onReady: (worker: ServiceWorker) => void,
): void {
  if (registration.waiting && container.controller) onReady(registration.waiting)
  registration.addEventListener('updatefound', () => {
    const worker = registration.installing
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed' && container.controller) onReady(worker)
    })
  })
}

function offerUpdate(worker: ServiceWorker): void {
  showToast({
    title: 'Доступна новая версия',
    position: 'top',
    persistent: true,
    buttonLabel: 'Обновить',
    onButton() {
      // Another tab was faster: it rules this page already.
      if (worker.state !== 'installed') return location.reload()
      navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), {
        once: true,
      })
      worker.postMessage('take-over')
      // A worker that does not answer leaves the old version; the button has done something all the same.
      setTimeout(() => location.reload(), TAKE_OVER_MS)
    },
  })
}
