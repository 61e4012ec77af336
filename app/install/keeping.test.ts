import { beforeEach, describe, expect, test, vi } from 'vitest'

import { findStorageProblem, watchKeeping } from './keeping'

const persist = vi.fn<() => Promise<boolean>>()
const persisted = vi.fn<() => Promise<boolean>>()
const storageMap = new Map<string, string>()
let page: EventTarget

/** A page of a browser; pages of one window share the session storage. */
function open({ isInstalled = false, storage = { persist, persisted } as unknown } = {}) {
  page = new EventTarget()
  vi.stubGlobal('window', page)
  vi.stubGlobal('matchMedia', () => ({ matches: isInstalled }))
  vi.stubGlobal('navigator', { storage, serviceWorker: {} })
  watchKeeping()
}
const settled = () => new Promise((resolve) => setTimeout(resolve))

beforeEach(() => {
  storageMap.clear()
  persist.mockReset().mockResolvedValue(false)
  persisted.mockReset().mockResolvedValue(false)
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => storageMap.get(key) ?? null,
    setItem: (key: string, value: string) => void storageMap.set(key, value),
  })
  return () => vi.unstubAllGlobals()
})

describe('persistent storage for the card', () => {
  test('is requested once after the installation', async () => {
    open()
    await settled()
    expect(persist).not.toHaveBeenCalled()
    page.dispatchEvent(new Event('appinstalled'))
    page.dispatchEvent(new Event('appinstalled'))
    await settled()
    expect(persist).toHaveBeenCalledOnce()
  })

  test('is requested once at a start of the installed app, whatever the answer was', async () => {
    open({ isInstalled: true })
    await settled()
    open({ isInstalled: true })
    await settled()
    expect(persist).toHaveBeenCalledOnce()
    storageMap.clear()
    open({ isInstalled: true })
    await settled()
    expect(persist).toHaveBeenCalledTimes(2)
  })

  test('is not requested when the browser has granted it', async () => {
    persisted.mockResolvedValue(true)
    open({ isInstalled: true })
    await settled()
    expect(persist).not.toHaveBeenCalled()
  })

  test.each([
    ['rejects persistent storage', { persisted, persist: () => Promise.reject(new Error('no')) }],
    ['has no StorageManager', undefined],
  ])('causes no error when the browser %s', async (_, storage) => {
    open({ isInstalled: true, storage })
    page.dispatchEvent(new Event('appinstalled'))
    await settled()
  })

  test('causes no error when storage is forbidden', async () => {
    vi.stubGlobal('sessionStorage', {
      getItem() {
        throw new DOMException('denied', 'SecurityError')
      },
    })
    open({ isInstalled: true })
    await settled()
    expect(persist).toHaveBeenCalledOnce()
  })
})

describe('the check whether the browser can store the card', () => {
  const put = vi.fn<() => Promise<void>>()
  const drop = vi.fn(async () => true)
  beforeEach(() => {
    put.mockReset().mockResolvedValue(undefined)
    drop.mockClear()
    vi.stubGlobal('navigator', { serviceWorker: {} })
    vi.stubGlobal('caches', { open: async () => ({ put }), delete: drop })
  })

  test('writes a trial entry to the cache storage, deletes it and returns null', async () => {
    expect(await findStorageProblem()).toBeNull()
    expect(put).toHaveBeenCalledOnce()
    expect(drop).toHaveBeenCalledOnce()
  })

  test.each([
    [
      'full',
      'has no free space',
      () => put.mockRejectedValue(new DOMException('', 'QuotaExceededError')),
    ],
    [
      'forbidden',
      'forbids caches',
      () =>
        vi.stubGlobal('caches', {
          open: () => Promise.reject(new DOMException('', 'SecurityError')),
        }),
    ],
    ['forbidden', 'has no caches', () => vi.stubGlobal('caches', undefined)],
    ['forbidden', 'has no service worker', () => vi.stubGlobal('navigator', {})],
  ])('returns `%s` when the browser %s', async (problem, _, spoil) => {
    spoil()
    expect(await findStorageProblem()).toBe(problem)
  })
})
