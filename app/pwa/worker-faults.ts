import { createFaultReporter } from '~/lib/fault'

import { scope } from './worker-scope'

/** Set by the build. */
declare const BUILD_ID: string

const report = createFaultReporter({ where: 'worker', build: () => BUILD_ID }, (fault) => {
  const body = JSON.stringify(fault)
  const headers = { 'Content-Type': 'application/json' }
  void fetch('/errors', { method: 'POST', body, headers }).catch(() => undefined)
})

/** Work that the browser waits for, and whose fault would be lost with it. */
export function reported<Result>(work: Promise<Result>): Promise<Result> {
  work.catch((error: unknown) => report(error, 'service worker'))
  return work
}

/** Reports what nobody caught. */
export function watchFaults(): void {
  scope.addEventListener('error', ({ error }) => error && report(error, 'service worker'))
  scope.addEventListener('unhandledrejection', ({ reason }) => report(reason, 'service worker'))
}
