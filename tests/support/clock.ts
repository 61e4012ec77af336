import type { Page } from '@playwright/test'

const STEP_MS = 4000

/**
 * Advances an installed clock as time passes for a shopper: requests get their responses before the page's
 * deadlines on the same clock.
 */
export async function passTime(page: Page, ms: number): Promise<void> {
  const underWay = new Set<unknown>()
  const begin = (request: unknown) => void underWay.add(request)
  const end = (request: unknown) => void underWay.delete(request)
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end)
  try {
    for (let left = ms; left > 0; left -= STEP_MS) {
      await page.clock.runFor(Math.min(left, STEP_MS))
      // The page may be loaded again meanwhile.
      do await page.evaluate(() => undefined).catch(() => undefined)
      while (underWay.size > 0)
      await page.waitForLoadState()
    }
  } finally {
    page.off('request', begin).off('requestfinished', end).off('requestfailed', end)
  }
}
