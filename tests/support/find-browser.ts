import { accessSync, constants } from 'node:fs'

import { chromium } from '@playwright/test'

const systemPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** Whether this is a program that may be started. */
export function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Chromium for tests: `CHROMIUM_PATH`, the system's, or Playwright's own; null without one. */
export function findBrowser(): string | null {
  const candidates = [process.env.CHROMIUM_PATH ?? '', ...systemPaths, chromium.executablePath()]
  return candidates.find((path) => path !== '' && canRun(path)) ?? null
}

/**
 * The headless shell where it is installed, otherwise a whole Chromium. It takes a quarter less processor
 * time, but has no push and no wake lock, and its service workers are unreliable.
 */
export function findLightBrowser(): string | null {
  const light = '/usr/bin/chromium-headless-shell'
  return !process.env.CHROMIUM_PATH && canRun(light) ? light : findBrowser()
}
