import type { Page } from '@playwright/test'

import { expect, openAddress, test, type RouterWindow } from './fixtures'

/** Taps again and again, from the first script on until the page has long come to life. */
async function tapAllTheTime(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { port1, port2 } = new MessageChannel()
    const end = performance.now() + 3000
    port1.onmessage = () => {
      for (const type of ['pointerdown', 'click', 'keydown'])
        document.querySelector('h1')?.dispatchEvent(new Event(type, { bubbles: true }))
      if (performance.now() < end) port2.postMessage(null)
    }
    port2.postMessage(null)
  })
}

test.describe('an impatient finger @js', () => {
  test('does no harm while a page comes to life', async ({ page, phone, signIn }) => {
    await signIn(phone)
    await tapAllTheTime(page)
    // Faults of the page fail each test.
    for (const path of ['/today', '/qr', '/coupons']) {
      await openAddress(page, path, 'each screen in turn')
      await expect(page.locator('h1')).toBeVisible()
    }
  })

  test('sees what it pressed answer before the next screen is worked on', async ({
    page,
    phone,
    signIn,
    walk,
  }) => {
    await signIn(phone)
    await walk()
    const order = await page.evaluate(async () => {
      const link = document.querySelector<HTMLAnchorElement>('nav a[href="/coupons"]')
      const router = (window as RouterWindow).__remixRouter
      const told: string[] = []
      const loading = new Promise<void>((resolve) =>
        router?.subscribe(({ navigation }) => {
          if (navigation.state !== 'loading') return
          told.push('the router')
          resolve()
        }),
      )
      link?.click()
      told.push(link?.dataset.pending === '' ? 'the link' : 'nothing')
      // In a frame's callbacks what it will show is decided.
      requestAnimationFrame(() => told.push('a frame'))
      await loading
      return told
    })
    expect(order).toEqual(['the link', 'a frame', 'the router'])
    await expect(page.getByRole('heading', { name: 'Купоны', level: 1 })).toBeVisible()
  })
})
