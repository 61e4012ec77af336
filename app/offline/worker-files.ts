import type { StoredName } from '~/domain/storage-catalogue'
import { CARD_CACHE, PUSH_CACHE } from '~/domain/storage-keys'
import type { WorkerBrand } from '~/domain/shown-brand'
import { scope, type FetchEvent } from '~/platform/worker-scope'

/** Set by the build. */
declare const BUILD_ID: string
declare const PRECACHED: string[]
/** Set by the build: the file of the compression dictionary (edge/dictionary); null without one. */
declare const DICTIONARY: string | null
/** Set when the server starts. */
declare const BRAND: WorkerBrand

const FILES_CACHE = `v1_files-${BUILD_ID}-${BRAND.id}` as const satisfies `${StoredName}-${string}`
const shellFiles = [...PRECACHED, ...BRAND.files]
const hashed = /^\/assets\/[\w.-]+-[\w-]{8}\.\w+$/

/** Caches the files of the shell; a file that fails now loads when it is needed. */
export async function keepShell(): Promise<void> {
  const cache = await caches.open(FILES_CACHE)
  // Other brands and builds have files of the same name, which the browser may hold.
  const fresh = (path: string) =>
    hashed.test(path) ? path : new Request(path, { cache: 'reload' })
  await Promise.allSettled(shellFiles.map((path) => cache.add(fresh(path))))
}

/** Fetches the dictionary, so that the browser stores it by the response's own header. */
export async function fetchDictionary(): Promise<void> {
  if (DICTIONARY) await fetch(DICTIONARY).catch(() => undefined)
}

/**
 * Firefox shows a failed navigation preload as its own error page, so the stored card would not
 * appear.
 */
const losesPreload = () => /\bFirefox\//.test(scope.navigator.userAgent)

/** Deletes caches of earlier builds and enables navigation preload. */
export async function takeOver(): Promise<void> {
  for (const name of await caches.keys())
    if (![FILES_CACHE, CARD_CACHE, PUSH_CACHE].includes(name)) await caches.delete(name)
  const { navigationPreload } = scope.registration
  // A worker of an earlier build may have enabled it.
  await (losesPreload() ? navigationPreload?.disable() : navigationPreload?.enable())
  await scope.clients.claim()
}

/**
 * True for files with a hash in their names and files of the shell, which contain no personal data.
 */
export function isCachedFile({ origin, pathname }: URL): boolean {
  return (
    origin === scope.location.origin && (hashed.test(pathname) || shellFiles.includes(pathname))
  )
}

/** A file from the cache, else from the network and into the cache. */
export async function answerWithFile(event: FetchEvent): Promise<Response> {
  const { request } = event
  // Without storage the network is used.
  const cache = await caches.open(FILES_CACHE).catch(() => null)
  const cached = await cache?.match(request).catch(() => null)
  if (cached) return cached
  const response = await fetch(request)
  if (cache && response.status === 200 && response.type === 'basic') {
    // The page does not wait until its file is stored.
    const keeping = cache.put(request, response.clone()).catch(() => undefined)
    event.waitUntil(keeping)
  }
  return response
}
