import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { install, installStore, watchInstall } from './install-prompt'

const reload = vi.fn()
const listRelatedApps = vi.fn<() => Promise<object[]>>()
const stored = new Map<string, string>()
let page: EventTarget

/** The browser offers the installation; the shopper answers its prompt with this outcome. */
function offer(outcome: 'accepted' | 'dismissed') {
  const event = new Event('beforeinstallprompt', { cancelable: true })
  const prompt = async () => undefined
  page.dispatchEvent(Object.assign(event, { prompt, userChoice: Promise.resolve({ outcome }) }))
  return event
}

beforeEach(() => {
  vi.useFakeTimers()
  stored.clear()
  page = new EventTarget()
  for (const mock of [reload, listRelatedApps]) mock.mockReset()
  listRelatedApps.mockResolvedValue([])
  vi.stubGlobal('window', page)
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('location', { reload })
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  vi.stubGlobal('navigator', { getInstalledRelatedApps: listRelatedApps })
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, text: string) => void stored.set(name, text),
  })
  void watchInstall()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('3.28, 4.33, 4.34, 9.8: a deferred prompt opens the banner, and a dismissed one reloads the page', async () => {
  expect(installStore.get().isBannerOpen).toBe(false)
  expect(offer('dismissed').defaultPrevented).toBe(true)
  expect(installStore.get()).toMatchObject({ isBannerOpen: true, isInProgress: false })
  await install()
  expect(reload).toHaveBeenCalledOnce()
  expect(installStore.get()).toMatchObject({ isBannerOpen: false, deferredPrompt: null })
  await vi.advanceTimersByTimeAsync(20_000)
  expect(listRelatedApps).not.toHaveBeenCalled()
  // The banner stays closed on this device, also on the next page.
  offer('dismissed')
  expect(installStore.get().isBannerOpen).toBe(false)
  vi.resetModules()
  const next = await import('./install-prompt')
  void next.watchInstall()
  offer('dismissed')
  expect(next.installStore.get()).toMatchObject({ isBannerOpen: false, isDismissed: true })
})

test('4.33: a prompt before the script opens the banner', async () => {
  vi.resetModules()
  const { installStore, watchInstall } = await import('./install-prompt')
  vi.stubGlobal('window', Object.assign(new EventTarget(), { installPrompt: offer('dismissed') }))
  void watchInstall()
  expect(installStore.get().isBannerOpen).toBe(true)
})

test.each([
  [11, false],
  [3, true],
])(
  '4.35, 9.8: an app that is installed after %i seconds is found by ten polls: %s',
  async (seconds, isInstalled) => {
    listRelatedApps.mockImplementation(async () =>
      listRelatedApps.mock.calls.length < seconds ? [] : [{}],
    )
    offer('accepted')
    const ended = install()
    await vi.advanceTimersByTimeAsync(2500)
    expect(installStore.get()).toMatchObject({ isInProgress: true, isInstalled: false })
    expect(listRelatedApps).toHaveBeenCalledTimes(2)
    await vi.advanceTimersByTimeAsync(20_000)
    await ended
    expect(installStore.get()).toMatchObject({ isInProgress: false, isInstalled })
    expect(listRelatedApps).toHaveBeenCalledTimes(isInstalled ? seconds : 10)
    expect(reload).not.toHaveBeenCalled()
  },
)

test('3.28: an installation has a banner, a deferred prompt, and says whether it is under way or done', async () => {
  const closed = {
    isBannerOpen: false,
    deferredPrompt: null,
    isDismissed: false,
    isInstalled: false,
    isInProgress: false,
    showIosTutorial: false,
  }
  vi.resetModules()
  const { install, installStore, watchInstall } = await import('./install-prompt')
  // The browser offers it before the script has loaded.
  const deferredPrompt = offer('accepted')
  vi.stubGlobal('window', Object.assign(page, { installPrompt: deferredPrompt }))
  void watchInstall()
  expect(installStore.get()).toEqual({ ...closed, isBannerOpen: true, deferredPrompt })
  const ended = install()
  await vi.advanceTimersByTimeAsync(999)
  expect(listRelatedApps).not.toHaveBeenCalled()
  expect(installStore.get()).toEqual({ ...closed, isBannerOpen: true, isInProgress: true })
  await vi.advanceTimersByTimeAsync(60_000)
  await ended
  expect(installStore.get()).toEqual(closed)
  page.dispatchEvent(new Event('appinstalled'))
  expect(installStore.get()).toEqual({ ...closed, isInstalled: true })
})

test.each([
  ['Mobile Safari', false, { isBannerOpen: true, showIosTutorial: true }],
  ['Instagram', false, { isBannerOpen: false, showIosTutorial: false }],
  ['Mobile Safari', true, { isInstalled: true, showIosTutorial: false }],
])(
  '3.28, 4.33: on an iPhone %s, installed: %s, offers the tutorial: %j',
  async (browserName, matches, expected) => {
    vi.resetModules()
    const { deviceInfo } = await import('~/domain/device-info')
    const versions = { osName: 'iOS', osVersion: '17.5', browserVersion: '17.5' }
    const root = { device: deviceInfo({ ...versions, browserName }) }
    vi.doMock('~/framework/browser-router', () => ({
      routerReady: Promise.resolve({ state: { loaderData: { root } } }),
    }))
    vi.stubGlobal('matchMedia', () => ({ matches }))
    const { installStore, watchInstall } = await import('./install-prompt')
    await watchInstall()
    expect(installStore.get()).toMatchObject(expected)
    expect(installStore.getOnServer()).toMatchObject({
      isBannerOpen: false,
      showIosTutorial: false,
    })
    vi.doUnmock('~/framework/browser-router')
  },
)
