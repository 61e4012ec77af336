import { createErrorReporter } from '~/platform/error-reporter'

import { scope } from '~/platform/worker-scope'

/** Set by the build. */
declare const BUILD_ID: string

const report = createErrorReporter('worker', () => BUILD_ID)

/** Reports errors of background work, which the browser would swallow. */
export function withErrorReport<Result>(work: Promise<Result>): Promise<Result> {
  work.catch((error: unknown) => report(error, 'service worker'))
  return work
}

/** Reports uncaught errors and unhandled rejections. */
export function watchWorkerErrors(): void {
  scope.addEventListener('error', ({ error }) => report(error, 'service worker'))
  scope.addEventListener('unhandledrejection', ({ reason }) => report(reason, 'service worker'))
}
