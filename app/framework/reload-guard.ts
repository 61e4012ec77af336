import { addressOf, browserRouter } from './browser-router'

/** A page is loaded again for a missing file no more than once in this time (section 9). */
const RELOAD_GUARD_MS = 10_000
const STORAGE_KEY = 'v1_reloaded_at'

/** Whether the page may be loaded again now; says so once in ten seconds. */
export function mayReload(storage: Pick<Storage, 'getItem' | 'setItem'>, now: number): boolean {
  const last = Number(storage.getItem(STORAGE_KEY))
  if (now - last < RELOAD_GUARD_MS && now >= last) return false
  storage.setItem(STORAGE_KEY, String(now))
  return true
}

/** Whether this page may be; a browser that forbids storage could not end a circle, so it is not. */
export function mayReloadPage(): boolean {
  try {
    return mayReload(sessionStorage, Date.now())
  } catch {
    return false
  }
}

/** The path and query that the shopper is on the way to; undefined while nobody goes anywhere. */
export function navigationTarget(): string | undefined {
  const to = browserRouter()?.state.navigation.location
  return to && addressOf(to)
}
