import { beforeEach, describe, expect, test, vi } from 'vitest'

import { findKeepingFault, watchKeeping } from './keeping'

const persist = vi.fn<() => Promise<boolean>>()
const persisted = vi.fn<() => Promise<boolean>>()
const storageMap = new Map<string, string>()
let page: EventTarget

/** A page of a browser; the same window has the same session's storage. */
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

describe('the browser is asked to keep the card', () => {
  test('once it has installed the application', async () => {
    open()
    await settled()
    expect(persist).not.toHaveBeenCalled()
    page.dispatchEvent(new Event('appinstalled'))
    page.dispatchEvent(new Event('appinstalled'))
    await settled()
    expect(persist).toHaveBeenCalledOnce()
  })

  test('once at a start of the installed application, whatever the answer was', async () => {
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

  test('but not when it does already', async () => {
    persisted.mockResolvedValue(true)
    open({ isInstalled: true })
    await settled()
    expect(persist).not.toHaveBeenCalled()
  })

  test.each([
    ['refuses', { persisted, persist: () => Promise.reject(new Error('no')) }],
    ['knows no such thing', undefined],
  ])('at no cost where it %s', async (_, storage) => {
    open({ isInstalled: true, storage })
    page.dispatchEvent(new Event('appinstalled'))
    await settled()
  })

  test('and where it forbids storage, too', async () => {
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

describe('whether this browser can keep a card', () => {
  const put = vi.fn<() => Promise<void>>()
  const drop = vi.fn(async () => true)
  beforeEach(() => {
    put.mockReset().mockResolvedValue(undefined)
    drop.mockClear()
    vi.stubGlobal('navigator', { serviceWorker: {} })
    vi.stubGlobal('caches', { open: async () => ({ put }), delete: drop })
  })

  test('is tried, and the trial is cleared away', async () => {
    expect(await findKeepingFault()).toBeNull()
    expect(put).toHaveBeenCalledOnce()
    expect(drop).toHaveBeenCalledOnce()
  })

  test('is no where no space is left', async () => {
    put.mockRejectedValue(new DOMException('full', 'QuotaExceededError'))
    expect(await findKeepingFault()).toBe('full')
    expect(drop).toHaveBeenCalledOnce()
  })

  test.each([
    ['forbids it', { open: () => Promise.reject(new DOMException('no', 'SecurityError')) }],
    ['knows no caches', undefined],
  ])('is no where the browser %s', async (_, caches) => {
    vi.stubGlobal('caches', caches)
    expect(await findKeepingFault()).toBe('forbidden')
  })

  test('is no where there is no worker', async () => {
    vi.stubGlobal('navigator', {})
    expect(await findKeepingFault()).toBe('forbidden')
  })
})
