import { CARD_CACHE, PUSH_CACHE } from '~/lib/storage-keys'
import type { WorkerBrand } from '~/lib/shown-brand'
import { scope, type FetchEvent } from '~/platform/worker-scope'
import type { StoredName } from '~/lib/storage-catalogue'

/** Set by the build. */
declare const BUILD_ID: string
declare const PRECACHED: string[]
/** Set by the build: what pages have in common (edge/dictionary); null: there is none. */
declare const DICTIONARY: string | null
/** Set when the server starts. */
declare const BRAND: WorkerBrand

const FILES_CACHE = `v1_files-${BUILD_ID}-${BRAND.id}` as const satisfies `${StoredName}-${string}`
const shellFiles = [...PRECACHED, ...BRAND.files]
const hashed = /^\/assets\/[\w.-]+-[\w-]{8}\.\w+$/

/** Keeps the files of the shell. One that cannot be had now is fetched when it is needed. */
export async function keepShell(): Promise<void> {
  const cache = await caches.open(FILES_CACHE)
  await Promise.allSettled(shellFiles.map((path) => cache.add(path)))
}

/** Has the browser keep the dictionary, by the answer's own header. */
export async function fetchDictionary(): Promise<void> {
  if (DICTIONARY) await fetch(DICTIONARY).catch(() => undefined)
}

/**
 * A page asked for ahead that fails is shown by Firefox as its own error, whatever the worker
 * answers with: there the card would be gone with the network.
 */
const losesPreload = () => /\bFirefox\//.test(scope.navigator.userAgent)

/** Deletes what earlier builds stored, and lets pages be asked for while the worker still starts. */
export async function takeOver(): Promise<void> {
  for (const name of await caches.keys())
    if (![FILES_CACHE, CARD_CACHE, PUSH_CACHE].includes(name)) await caches.delete(name)
  const { navigationPreload } = scope.registration
  // A worker of an earlier build may have switched it on.
  await (losesPreload() ? navigationPreload?.disable() : navigationPreload?.enable())
  await scope.clients.claim()
}

/** Only files with a hash in their names, and those of the shell: nothing personal is one. */
export function isCachedFile({ origin, pathname }: URL): boolean {
  return (
    origin === scope.location.origin && (hashed.test(pathname) || shellFiles.includes(pathname))
  )
}

/** A file from the cache, else from the network and into the cache. */
export async function answerWithFile(event: FetchEvent): Promise<Response> {
  const { request } = event
  // A browser that forbids storage, now or from now on, has the network.
  const cache = await caches.open(FILES_CACHE).catch(() => null)
  const cached = await cache?.match(request).catch(() => null)
  if (cached) return cached
  const answer = await fetch(request)
  if (cache && answer.status === 200 && answer.type === 'basic') {
    // The page does not wait for its file to be stored.
    const keeping = cache.put(request, answer.clone()).catch(() => undefined)
    event.waitUntil(keeping)
  }
  return answer
}
