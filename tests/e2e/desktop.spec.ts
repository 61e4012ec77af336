import type { Locator, Page } from '@playwright/test'

import { resize } from '../support/adaptations'
import { expect, openAddress, test } from './fixtures'

/** Position of a part, from the top left corner of the page. */
async function getPlace(page: Page, selector: string, place = 0) {
  const box = await page.locator(selector).nth(place).boundingBox()
  if (!box) throw new Error(`${selector} is not seen`)
  return { ...box, right: box.x + box.width, bottom: box.y + box.height }
}

test('a desktop uses its width, and the rail marks the current screen @js', async ({
  page,
  signIn,
  walk,
}) => {
  await signIn()
  await page.setViewportSize({ width: 1280, height: 900 })
  await walk()
  const rail = page.getByRole('navigation', { name: 'Разделы' })
  const lit = () =>
    page.evaluate(() => {
      const links = document.querySelectorAll(
        'nav[aria-label="Основное меню"] a, nav[aria-label="Разделы"] a',
      )
      const isLit = (link: Element) => getComputedStyle(link).backgroundColor !== 'rgba(0, 0, 0, 0)'
      return [...links].filter(isLit).map((link) => link.textContent)
    })

  await test.step('the main screen has two columns', async () => {
    const card = await getPlace(page, 'main .plate')
    const receipts = await getPlace(page, '#receipts')
    expect(receipts.x).toBeGreaterThan(card.right)
    expect(receipts.y).toBeLessThan(card.bottom + 600)
    expect(await lit()).toEqual(['Главная'])
    await expect(rail.locator('a:has(svg)')).toHaveCount(3)
  })

  await test.step('a coupon has its terms beside it', async () => {
    await walk('Купоны', 'Скидка на сыры')
    const button = await getPlace(page, 'main form button')
    const terms = await getPlace(page, '#terms')
    expect(terms.x).toBeGreaterThan(button.right)
    await walk('Главная')
  })

  await test.step('products are four in a row', async () => {
    await page.mouse.move(1000, 10)
    await rail.getByRole('link', { name: 'Каталог' }).click()
    await page.mouse.move(1000, 10)
    await expect.poll(lit).toEqual(['Каталог'])
    await openAddress(page, '/catalog/101-moloko', 'a bookmark')
    const tiles = page.locator('main a[href^="/product/"]')
    await expect(tiles.nth(4)).toBeVisible()
    const tops = await tiles.evaluateAll((all) =>
      all.slice(0, 4).map((tile) => tile.closest('li, article')!.getBoundingClientRect().top),
    )
    expect(new Set(tops).size).toBe(1)
    await tiles.first().click()
    await expect(page.locator('#reviews')).toBeVisible()
  })

  await test.step('the product is beside its reviews', async () => {
    await expect(rail.getByRole('link', { name: 'Каталог' })).toHaveAttribute(
      'aria-current',
      'true',
    )
    await page.mouse.move(1000, 10)
    await expect.poll(lit).toEqual(['Каталог'])
    const about = await getPlace(page, '#about')
    const reviews = await getPlace(page, '#reviews')
    expect(reviews.x).toBeGreaterThan(about.right)
    expect(reviews.y).toBe(about.y)
    const buy = await getPlace(page, '#reviews h2')
    expect(buy.right).toBeLessThan(1280)

    await resize(page, 390, 844)
    const below = await getPlace(page, '#reviews')
    expect(below.y).toBeGreaterThan((await getPlace(page, '#about')).bottom)
    expect(below.width).toBeGreaterThan(350)
  })
})

test('8.12: a picture that fails to load leaves a placeholder, an illustration nothing @js', async ({
  page,
  signIn,
}) => {
  await signIn()
  for (const pictures of ['**/images/goods/**', '**/svg/illustrations/**'])
    await page.route(pictures, (route) => route.fulfill({ status: 200, body: 'no picture' }))
  const look = async (picture: Locator) => {
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.complete)).toBe(true)
    return picture.evaluate((img) => {
      const { content, position, backgroundImage } = getComputedStyle(img, '::before')
      return { content, position, hasDrawing: backgroundImage !== 'none' }
    })
  }
  await openAddress(page, '/catalog/101-moloko', 'a bookmark')
  const picture = page.locator('main img[src*="/images/goods/"]').first()
  expect(await look(picture)).toEqual({ content: '""', position: 'absolute', hasDrawing: true })
  const box = (await picture.boundingBox())!
  expect(Math.abs(box.width - box.height)).toBeLessThan(2)

  await openAddress(page, '/onboarding', 'a bookmark')
  const illustration = page.locator('img[src*="/svg/illustrations/"]').first()
  expect(await look(illustration)).toMatchObject({ content: 'none' })
})
