import { accessSync, constants } from 'node:fs'

import { chromium } from '@playwright/test'

const systemPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** A Chromium to test with: `CHROMIUM_PATH`, the system's, or Playwright's own; null for none. */
export function findBrowser(): string | null {
  const candidates = [process.env.CHROMIUM_PATH ?? '', ...systemPaths, chromium.executablePath()]
  return candidates.find((path) => path !== '' && canRun(path)) ?? null
}

/**
 * The same engine without a window's parts, where it is installed, else a whole Chromium: it takes a
 * quarter less of the processor, but has no push and no wake lock, and its workers are not steady.
 */
export function findLightBrowser(): string | null {
  const light = '/usr/bin/chromium-headless-shell'
  return !process.env.CHROMIUM_PATH && canRun(light) ? light : findBrowser()
}
