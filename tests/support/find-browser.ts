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
