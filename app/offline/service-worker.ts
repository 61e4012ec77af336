import { openFromNotification, renewSubscription, showPush } from '~/push/worker-push'
import { showBrand, type WorkerBrand } from '~/domain/shown-brand'
import { scope } from '~/platform/worker-scope'
import { FETCH_DICTIONARY } from '~/domain/worker-messages'
import { createErrorReporter } from '~/platform/error-reporter'

import { answerWithFile, fetchDictionary, isCachedFile, keepShell, takeOver } from './worker-files'
import { answerMessage, respondWithPage, watchSignIn } from './worker-pages'

/** Set by the build. */
declare const BUILD_ID: string

const report = createErrorReporter('worker', () => BUILD_ID)

/** Reports errors of background work, which the browser would swallow. */
function withErrorReport<Result>(work: Promise<Result>): Promise<Result> {
  work.catch((error: unknown) => report(error, 'service worker'))
  return work
}

/** Reports uncaught errors and unhandled rejections. */
function watchWorkerErrors(): void {
  scope.addEventListener('error', ({ error }) => report(error, 'service worker'))
  scope.addEventListener('unhandledrejection', ({ reason }) => report(reason, 'service worker'))
}

/**
 * The server puts the brand before this file at the start (app/platform/brand-files.server.ts).
 */
declare const BRAND: WorkerBrand

showBrand(BRAND.shown)
watchWorkerErrors()

scope.addEventListener('install', (event) => event.waitUntil(withErrorReport(keepShell())))

scope.addEventListener('activate', (event) => event.waitUntil(withErrorReport(takeOver())))

scope.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.method !== 'GET') return watchSignIn(event)
  if (request.mode === 'navigate') event.respondWith(respondWithPage(event))
  else if (isCachedFile(new URL(request.url))) event.respondWith(answerWithFile(event))
})

// A new version waits until the shopper accepts it.
scope.addEventListener('message', (event) => {
  if (event.data === 'take-over') void scope.skipWaiting()
  else if (event.data === FETCH_DICTIONARY) event.waitUntil(fetchDictionary())
  else event.waitUntil(withErrorReport(answerMessage(event)))
})

scope.addEventListener('push', (event) => event.waitUntil(withErrorReport(showPush(event))))

scope.addEventListener('notificationclick', (event) =>
  event.waitUntil(withErrorReport(openFromNotification(event))),
)

scope.addEventListener('pushsubscriptionchange', (event) =>
  event.waitUntil(withErrorReport(renewSubscription(event))),
)
