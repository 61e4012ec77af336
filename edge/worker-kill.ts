import type { ServerResponse } from 'node:http'

import { getFilePath, WORKER_PATH } from './file-path'

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
