import { matchRoutes } from '@remix-run/react'

import { browserManifest, browserRouter } from './browser-router'

/** Screens that are prefetched at a time (specification 9.13). */
const MAX_AT_ONCE = 4

/** Runs jobs in order, `most` at a time; each key runs once. */
function createLimitedQueue(most: number, run: (key: string) => Promise<void>) {
  const seen = new Set<string>()
  const waiting: string[] = []
  let running = 0
  function runNext(): void {
    const key = running < most ? waiting.shift() : undefined
    if (key === undefined) return
    running += 1
    void run(key).finally(() => {
      running -= 1
      runNext()
    })
  }
  return (key: string) => {
    if (seen.has(key)) return
    seen.add(key)
    waiting.push(key)
    runNext()
  }
}

/**
 * Loads a screen's files as soon as a finger, a pointer or the focus is on its link. Data are not prefetched:
 * no cache may store them, so the gateways would be called twice.
 */
export function watchPrefetch(): void {
  const connection = (navigator as { connection?: { saveData?: boolean } }).connection
  if (connection?.saveData) return
  const fetchAhead = createLimitedQueue(MAX_AT_ONCE, fetchFiles)
  for (const name of ['pointerover', 'touchstart', 'focusin'] as const)
    document.addEventListener(
      name,
      ({ target }) => {
        const link = target instanceof Element ? target.closest('a') : null
        if (link?.origin === location.origin && link.pathname !== location.pathname)
          fetchAhead(link.pathname)
      },
      { passive: true },
    )
}

async function fetchFiles(pathname: string): Promise<void> {
  // The pressed state is painted first.
  await new Promise((resolve) => requestAnimationFrame(resolve))
  const routes = (browserRouter()?.routes ?? []) as Parameters<typeof matchRoutes>[0]
  const manifest = browserManifest()
  const matches = matchRoutes(routes, pathname) ?? []
  const files = matches.flatMap(({ route }) => {
    const { module, imports = [] } = manifest?.routes[route.id ?? ''] ?? {}
    return module ? [module, ...imports] : []
  })
  const loads: Promise<void>[] = []
  for (const href of new Set(files)) {
    // Each in its own task: the tap that follows must be handled first.
    await new Promise((resolve) => setTimeout(resolve))
    loads.push(preload(href))
  }
  await Promise.all(loads)
}

/** Settles when the file is loaded or has failed. */
async function preload(href: string): Promise<void> {
  if (document.querySelector(`link[href="${href}"]`)) return
  await new Promise((resolve) => {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = href
    link.onload = link.onerror = resolve
    document.head.append(link)
    // A browser without this kind of link never fires an event.
    setTimeout(resolve, 5000)
  })
}
