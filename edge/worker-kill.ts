import type { ServerResponse } from 'node:http'

import { WORKER_PATH } from './assets'

/** The worker that ends all workers: it takes over at once, deletes what was kept, and goes. */
const killer = `addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(leave()))
async function leave() {
  for (const name of await caches.keys()) await caches.delete(name)
  await registration.unregister()
}
`

/** Whether a request asks for the service worker. */
export function isWorkerPath(url: string): boolean {
  return url.split('?')[0] === WORKER_PATH
}

/** The operator's way back from a bad worker (`WORKER_KILL=1`). */
export function sendWorkerKiller(response: ServerResponse): void {
  response.setHeader('Cache-Control', 'no-cache')
  response.setHeader('Content-Type', 'text/javascript; charset=utf-8')
  response.end(killer)
}
