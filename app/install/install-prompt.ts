import { useSyncExternalStore } from 'react'

import { isInstalled, ownDevice } from '~/domain/device-info'
import { track } from '~/analytics/events'
import { routerReady } from '~/framework/browser-router'
import type { PageBeforeScripts } from '~/framework/deferred-scripts'
import { withTimeout } from '~/lib/with-timeout'
import type { Site } from '~/ui/site'
import { showToast } from '~/ui/toasts'
import type { StoredName } from '~/domain/storage-catalogue'

/** Chromium's install prompt, stored until the shopper wants it. */
interface InstallPrompt extends Event {
  prompt(): Promise<void>
  readonly userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>
}

/** The state of the installation (specification 3.28). */
export interface InstallState {
  isBannerOpen: boolean
  deferredPrompt: InstallPrompt | null
  /** True when the banner was closed on this device. */
  isDismissed: boolean
  isInstalled: boolean
  isInProgress: boolean
  showIosTutorial: boolean
}

const POLL_MS = 1000
const MAX_POLLS = 10
const DISMISSED = 'v1_install_dismissed' satisfies StoredName

const initial: InstallState = {
  isBannerOpen: false,
  deferredPrompt: null,
  isDismissed: false,
  isInstalled: false,
  isInProgress: false,
  showIosTutorial: false,
}
let state = initial
const listeners = new Set<() => void>()

function change(next: Partial<InstallState>) {
  state = { ...state, ...next }
  for (const listener of listeners) listener()
}

export const installStore = {
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  get: () => state,
  getOnServer: () => initial,
}

/** Waits for the browser's install prompt; on an iPhone, which has none, offers the tutorial. */
export async function watchInstall(): Promise<void> {
  change({ isDismissed: wasDismissed() })
  const offer = (event: Event) => {
    event.preventDefault()
    track('Install:Step', { step: 'offered' })
    change({ deferredPrompt: event as InstallPrompt, isBannerOpen: !state.isDismissed })
  }
  window.addEventListener('beforeinstallprompt', offer)
  const { installPrompt } = window as PageBeforeScripts
  if (installPrompt) offer(installPrompt)
  window.addEventListener('appinstalled', () => {
    track('Install:Step', { step: 'installed' })
    finish()
  })
  if (isInstalled()) return change({ isInstalled: true })
  const { device } = ((await routerReady).state.loaderData?.root ?? {}) as Partial<Site>
  const { platformType, pwaLinkSupported } = device ? ownDevice(device) : {}
  if (platformType === 'ios' && pwaLinkSupported)
    change({ showIosTutorial: true, isBannerOpen: !state.isDismissed })
}

function wasDismissed(): boolean {
  try {
    return localStorage.getItem(DISMISSED) !== null
  } catch {
    // The browser forbids storage.
    return false
  }
}

function finish() {
  change({ isInstalled: true, isInProgress: false, isBannerOpen: false, deferredPrompt: null })
}

/** Shows the browser's install prompt. A refusal removes the banner. */
export async function install(): Promise<void> {
  const { deferredPrompt } = state
  if (!deferredPrompt) return
  track('Install:Step', { step: 'asked' })
  const outcome = await askToInstall(deferredPrompt)
  if (!outcome) return
  track('Install:Step', { step: outcome })
  change({ deferredPrompt: null })
  if (outcome === 'dismissed') {
    dismissInstall()
    return location.reload()
  }
  change({ isInProgress: true })
  for (let poll = 0; poll < MAX_POLLS && !state.isInstalled; poll++) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    if (await isInstalledSomewhere()) finish()
  }
  change({ isInProgress: false, isBannerOpen: false })
}

/** The shopper's answer; null when the browser shows no prompt, so steps are offered instead. */
async function askToInstall(offer: InstallPrompt) {
  try {
    await offer.prompt()
    return (await offer.userChoice).outcome
  } catch {
    change({ deferredPrompt: null, showIosTutorial: true })
    showToast({
      theme: 'warning',
      title: 'Браузер не открыл установку',
      description: 'Добавьте карту на экран сами — по шагам.',
      buttonLabel: 'Как установить',
      onButton: () => location.assign('/install'),
    })
    return null
  }
}

async function isInstalledSomewhere(): Promise<boolean> {
  if (isInstalled()) return true
  const browser = navigator as { getInstalledRelatedApps?: () => Promise<unknown[]> }
  const { getInstalledRelatedApps } = browser
  if (!getInstalledRelatedApps) return false
  const apps = await withTimeout(() => getInstalledRelatedApps.call(navigator), POLL_MS).catch(
    () => [],
  )
  return apps.length > 0
}

/** Closes the banner on this device until the next sign-in. */
export function dismissInstall(): void {
  try {
    localStorage.setItem(DISMISSED, '1')
  } catch {
    // Without storage the next page offers it again.
  }
  change({ isBannerOpen: false, isDismissed: true })
}

/** The state of the installation in this browser; unknown on the server. */
export function useInstall(): InstallState {
  return useSyncExternalStore(installStore.subscribe, installStore.get, installStore.getOnServer)
}
