import type { Page } from '@playwright/test'

import { expect, openAddress, test } from './fixtures'

/** Lets a page come without its scripts until it is told to. */
async function holdScripts(page: Page) {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/assets\/.*\.js/, async (route) => {
    await released
    await route.continue()
  })
  return () => release()
}

for (const [path, field, typed] of [
  ['/profile/transactions/search', 'Что искать', 'молоко'],
  ['/stores', 'Город, улица или название', 'Садовая'],
] as const) {
  test(`what is typed on ${path} before its scripts have come stays there @js`, async ({
    page,
    phone,
    signIn,
  }) => {
    await signIn(phone)
    const release = await holdScripts(page)
    const opened = openAddress(page, path, 'a bookmark')
    await page.getByLabel(field).fill(typed)
    release()
    await opened
    // The button is there as soon as the page obeys its scripts.
    await expect(page.getByRole('button', { name: 'Обновить страницу' })).toBeVisible()
    await expect(page.getByLabel(field)).toHaveValue(typed)
  })
}
