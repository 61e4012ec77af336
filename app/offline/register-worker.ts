import { reportError } from '~/platform/report-error'
import { showToast } from '~/ui/toasts'
import { hasTypedText } from '~/forms/typed-text'
import { FETCH_DICTIONARY, READ_STATE, type WindowState } from '~/domain/worker-messages'

const TAKE_OVER_MS = 5000

/**
 * Registers the service worker after the page has loaded. Without it everything but offline works.
 */
export async function registerWorker(): Promise<void> {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return
  try {
    const registration: ServiceWorkerRegistration | undefined =
      await navigator.serviceWorker.register('/sw.js')
    // Browsers and extensions that block workers may resolve without one.
    if (!registration) return
    navigator.serviceWorker.addEventListener('message', ({ data, ports: [port] }) => {
      if (data !== READ_STATE) return
      const state: WindowState = { url: location.href, hasTypedText: hasTypedText() }
      port?.postMessage(state)
    })
    watchForUpdate(registration)
    // Only browsers with compression dictionaries need this file.
    if (document.createElement('link').relList.supports('compression-dictionary'))
      (await navigator.serviceWorker.ready).active?.postMessage(FETCH_DICTIONARY)
  } catch (error) {
    reportError(error, 'service worker')
  }
}

/** Offers a waiting new version; not the very first one, which has no page yet. */
function watchForUpdate(registration: ServiceWorkerRegistration): void {
  const isControlled = () => navigator.serviceWorker.controller !== null
  if (registration.waiting && isControlled()) offerUpdate(registration.waiting)
  registration.addEventListener('updatefound', () => {
    const worker = registration.installing
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed' && isControlled()) offerUpdate(worker)
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
      // Another tab has activated it already.
      if (worker.state !== 'installed') return location.reload()
      navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), {
        once: true,
      })
      worker.postMessage('take-over')
      // Without a response of the worker the page reloads with the old version.
      setTimeout(() => location.reload(), TAKE_OVER_MS)
    },
  })
}
