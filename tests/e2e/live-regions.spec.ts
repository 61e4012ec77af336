import type { Page } from '@playwright/test'

import { passTime } from '../support/clock'
import { expect, offerInstallation, openAddress, test } from './fixtures'

const live = '[role=status], [role=alert], [aria-live]'

/** Records live regions that the page gets from now on together with a text. */
async function watchRegions(page: Page) {
  await page.evaluate((live) => {
    const late: string[] = []
    Object.assign(window, { late })
    new MutationObserver((records) => {
      for (const added of records.flatMap(({ addedNodes }) => [...addedNodes]))
        if (added instanceof Element)
          for (const region of [added, ...added.querySelectorAll(live)])
            if (region.matches(live) && region.textContent) late.push(region.textContent)
    }).observe(document, { childList: true, subtree: true })
  }, live)
  return () => page.evaluate(() => (window as Window & { late?: string[] }).late)
}

test.describe('messages appear in a live region that was on the page before @js', () => {
  test.use({ allowedStatuses: [0] })
  test.beforeEach(({ signIn }) => signIn())

  test('a toast, and the end of an installation', async ({ page }) => {
    await openAddress(page, '/install', 'a bookmark')
    const late = await watchRegions(page)
    await offerInstallation(page)
    await page.getByRole('button', { name: 'Установить', exact: true }).click()
    const toast = page.getByRole('status').getByText('Браузер не открыл установку')
    await expect(toast).toBeVisible()
    await page.evaluate(() => window.dispatchEvent(new Event('appinstalled')))
    await expect(page.getByRole('status').getByText('Карта уже на экране')).toBeVisible()
    expect(await late()).toEqual([])
  })

  test('an urgent toast, and the notice about the code', async ({ page, context }) => {
    await page.clock.install()
    await openAddress(page, '/qr', 'a bookmark')
    await page.waitForLoadState('networkidle')
    const late = await watchRegions(page)
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Обновить страницу' }).click()
    await expect(page.locator('[aria-live=assertive]')).toContainText('На экране то, что')
    await context.setOffline(false)
    await page.route('**/qr/code', (route) => route.fulfill({ json: { error: 'refused' } }))
    await passTime(page, 300_500)
    await expect(page.getByRole('status').getByText('Код больше не действует')).toBeVisible()
    expect(await late()).toEqual([])
  })
})

test('a page without scripts has empty live regions, which take no space @no-js', async ({
  page,
  signIn,
}) => {
  await signIn()
  await openAddress(page, '/qr', 'a bookmark')
  for (const region of await page.locator('div[role=status], [aria-live=assertive]').all())
    expect((await region.boundingBox())?.height ?? 0).toBe(0)
  await expect(page.locator('[role=status]:empty')).not.toHaveCount(0)
  await expect(page.locator('[aria-live=assertive]:empty')).toHaveCount(1)
})
