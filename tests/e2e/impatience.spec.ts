import type { Page } from '@playwright/test'

import { expect, openAddress, openLogin, sendPhone, test, type RouterWindow } from './fixtures'

/** Taps repeatedly from the first script until long after hydration. */
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

test('a double click activates a coupon once, also when the first click is finished before the second', async ({
  page,
  sandbox,
  enter,
}) => {
  await enter('Купоны')
  const buttons = page.getByRole('button', { name: /^Активировать:/ })
  await buttons.first().hover()
  const before = await buttons.count()
  sandbox.server.sandbox.calls.length = 0
  for (const clickCount of [1, 2]) {
    await page.mouse.down({ clickCount })
    await page.mouse.up({ clickCount })
    // The first tap is handled before the second; its undo would be visible by the end.
    await expect(buttons).toHaveCount(before - 1)
    await page.waitForLoadState('networkidle')
  }
  const writes = sandbox.server.sandbox.calls.filter(
    ({ endpoint }) => endpoint === 'POST /v2/user/coupons/favorite',
  )
  expect(writes.map(({ body }) => (body as { isFavorite: boolean }).isFavorite)).toEqual([true])
})

test.describe('repeated taps @js', () => {
  test('cause no error of the page during hydration of main screen, card and coupons', async ({
    page,
    signIn,
  }) => {
    await signIn()
    await tapAllTheTime(page)
    // Errors of the page fail each test.
    for (const path of ['/today', '/qr', '/coupons']) {
      await openAddress(page, path, 'each screen in turn')
      await expect(page.locator('h1')).toBeVisible()
    }
  })

  test('mark the tapped link as pending a frame before the router starts to load its screen', async ({
    page,
    enter,
  }) => {
    await enter()
    const order = await page.evaluate(async () => {
      const link = document.querySelector<HTMLAnchorElement>('nav a[href="/coupons"]')
      const router = (window as RouterWindow).__remixRouter
      const announced: string[] = []
      const loading = new Promise<void>((resolve) =>
        router?.subscribe(({ navigation }) => {
          if (navigation.state !== 'loading') return
          announced.push('the router')
          resolve()
        }),
      )
      link?.click()
      announced.push(link?.dataset.pending === '' ? 'the link' : 'nothing')
      // A frame's callbacks decide what it shows.
      requestAnimationFrame(() => announced.push('a frame'))
      await loading
      return announced
    })
    expect(order).toEqual(['the link', 'a frame', 'the router'])
    await expect(page.getByRole('heading', { name: 'Купоны', level: 1 })).toBeVisible()
  })

  for (const [clock, hours] of [
    ['fast', 1],
    ['slow', -1],
  ] as const)
    test(`with a phone clock an hour ${clock} the form shows one or two minutes of remaining life of the code`, async ({
      page,
      phone,
    }) => {
      await page.clock.setSystemTime(Date.now() + hours * 3_600_000)
      await openLogin(page)
      await sendPhone(page, phone)
      await expect(page.getByText(/Код действует ещё [12]:\d\d/)).toBeVisible()
    })
})
