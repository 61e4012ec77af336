import { defineConfig } from '@playwright/test'

import { findBrowser, findLightBrowser } from './tests/support/find-browser'

const phone = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  // A browser that calls itself headless is taken for a bot, which sees no error screens.
  userAgent:
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/132.0.0.0 Mobile Safari/537.36',
}

const startedFrom = (path: string | null) => ({
  executablePath: path ?? undefined,
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
})
const light = { ...phone, launchOptions: startedFrom(findLightBrowser()) }
const whole = { ...phone, launchOptions: startedFrom(findBrowser()) }

/**
 * Where the script changes the way, and one form of each pattern: these journeys run without JavaScript as well. Of all
 * others the HTTP and loader tests see the same HTML.
 */
const changedByScript =
  /@no-js|(?:sign-in|registration|captcha|card|coupons|surveys|profile|public|keyboard)\.spec\.ts /

/** `@js` needs the script, `@no-js` is of use only without it; `@whole` needs what a light browser has not (workers,
 * push, a wake lock). */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  use: {
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
    // The worker has journeys of its own; in all others requests are the page's.
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
