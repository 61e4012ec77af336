import { expect, openAddress, sendPhone, test } from './fixtures'

const qr = 'QR-код карты для кассы'

test.describe('the oldest supported browsers @js', () => {
  test.beforeEach(async ({ page }) => {
    // Features of Chrome since 93, Firefox since 114 or Safari since 16 or later.
    await page.addInitScript(() => {
      const younger: [owner: object, ...names: string[]][] = [
        [Response, 'json'],
        [URLSearchParams.prototype, 'size'],
        [URL, 'canParse', 'parse'],
        [AbortSignal, 'any', 'timeout'],
        [AbortSignal.prototype, 'throwIfAborted'],
        [Array, 'fromAsync'],
        [Array.prototype, 'findLast', 'findLastIndex', 'toReversed', 'toSorted', 'toSpliced'],
        [Object, 'groupBy', 'hasOwn'],
        [Promise, 'withResolvers'],
        [window, 'scheduler', 'structuredClone'],
        [Document.prototype, 'startViewTransition'],
        [Element.prototype, 'checkVisibility'],
        [HTMLFormElement.prototype, 'requestSubmit'],
      ]
      for (const [owner, ...names] of younger)
        for (const name of names) Reflect.deleteProperty(owner, name)
    })
  })

  test('store the card for use without a network', async ({ page, enter }) => {
    await enter('Карта')
    await expect(page.getByRole('img', { name: qr })).toBeVisible()
    const cachedCard = () =>
      page.evaluate(async () => {
        const record = await (await caches.open('v1_card')).match('/v2_card')
        return ((await record?.json()) as { svg?: string } | undefined)?.svg
      })
    await expect.poll(cachedCard).toContain('<svg')
  })

  test('open the coupon tab that a link names', async ({ page, enter }) => {
    await enter('Купоны', 'Прошедшие')
    await expect(page).toHaveURL('/coupons?tab=used')
  })

  test('keep the requested page in the link from the code form back to the phone form', async ({
    page,
    phone,
  }) => {
    await openAddress(page, '/login?returnTo=/stores', 'a shared link')
    await sendPhone(page, phone)
    await expect(page.getByRole('heading', { name: 'Код из СМС' })).toBeVisible()
    await page.getByRole('link', { name: 'Изменить номер' }).click()
    await expect(page).toHaveURL('/login?returnTo=%2Fstores')
  })
})
