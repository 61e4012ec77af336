import type { ServerResponse } from 'node:http'

import { filePathOf, WORKER_PATH } from './file-path'

/**
 * The worker that ends all workers: it deletes what was stored and takes itself back. It does not
 * wait for that on its arrival: the browser would have it wait for itself.
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

/** Whether a request asks for the service worker. */
export function isWorkerPath(url: string): boolean {
  return filePathOf(url) === WORKER_PATH
}

/** The operator's way back from a bad worker (`WORKER_KILL=1`). */
export function sendWorkerKiller(response: ServerResponse): void {
  response.setHeader('Cache-Control', 'no-cache')
  response.setHeader('Content-Type', 'text/javascript; charset=utf-8')
  response.end(killer)
}
