import { defineConfig } from '@playwright/test'

import { findBrowser, findLightBrowser } from './tests/support/find-browser'

const phone = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  // A browser with a headless user agent counts as a bot, which gets no error screens.
  userAgent:
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/132.0.0.0 Mobile Safari/537.36',
}

const startedFrom = (path: string | null) => ({
  executablePath: path ?? undefined,
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
})
// Single pixels: painting four times as many takes a quarter of the journeys' time.
const light = { ...phone, deviceScaleFactor: 1, launchOptions: startedFrom(findLightBrowser()) }
const whole = { ...phone, launchOptions: startedFrom(findBrowser()) }

/**
 * Journeys that also run without JavaScript: where the script changes the flow, and one form of each pattern.
 * HTTP and loader tests see the same HTML of the others.
 */
const changedByScript =
  /@no-js|(?:sign-in|registration|captcha|card|coupons|surveys|profile|public|keyboard)\.spec\.ts /

/**
 * `@js` needs the script, `@no-js` is only useful without it. `@whole` needs features that the headless shell
 * lacks (workers, push, a wake lock).
 */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  // For what hangs; a slow machine with other work beside it fails no journey.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  forbidOnly: true,
  use: {
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
    // The worker has its own journeys; in all others the page makes the requests.
    serviceWorkers: 'block',
  },
  projects: [
    { name: 'phone', use: light, grepInvert: /@no-js|@whole/ },
    { name: 'whole phone', use: whole, grep: /@whole/, grepInvert: /@no-js/ },
    {
      name: 'no-js',
      use: { ...light, javaScriptEnabled: false },
      grep: changedByScript,
      grepInvert: /@js/,
    },
  ],
})
