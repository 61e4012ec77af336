import type { ServerResponse } from 'node:http'

/** The service worker is at the root, so that its scope is the whole site. */
export const WORKER_PATH = '/sw.js'

/** The decoded path of a file; addresses that cannot be decoded are refused before. */
export function getFilePath(url: string): string {
  const [path = ''] = url.split('?')
  return decodeURIComponent(path)
}

/**
 * A service worker that removes all workers: it deletes what they stored and unregisters itself. It does this
 * outside of `install` and `activate`, which the browser would wait for.
 */
const killer = `addEventListener('install', (event) => {
  skipWaiting()
  event.waitUntil(clear())
  registration.unregister()
})
addEventListener('activate', (event) => event.waitUntil(clear().then(() => registration.unregister())))
async function clear() {
  for (const name of await caches.keys()) await caches.delete(name)
}
`

/** Whether a request is for the service worker. */
export function isWorkerPath(url: string): boolean {
  return getFilePath(url) === WORKER_PATH
}

/** Serves the worker that removes a bad one (`WORKER_KILL=1`). */
export function sendWorkerKiller(response: ServerResponse): void {
  response.setHeader('Cache-Control', 'no-cache')
  response.setHeader('Content-Type', 'text/javascript; charset=utf-8')
  response.end(killer)
}
