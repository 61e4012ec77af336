import type { Page } from '@playwright/test'

import { expect, sortBy, test } from './fixtures'

test.beforeEach(async ({ signIn }) => signIn())

/** Replaces every text by elements with its copy, as a browser's translator does. */
const translate = (page: Page) =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    for (const text of texts) {
      const parent = text.parentElement
      if (
        !parent ||
        !text.data.trim() ||
        parent.closest('script, style, noscript, textarea, option, svg')
      )
        continue
      const outer = document.createElement('font')
      const inner = document.createElement('font')
      text.replaceWith(outer)
      outer.append(inner)
      inner.append(text.data)
    }
  })

const getTexts = (page: Page) =>
  page
    .locator('main')
    .evaluate((main) => (main as HTMLElement).innerText.replace(/\s+/g, ' ').trim())

/** A translated page shows the same after a change in place as a new document. */
async function expectFresh(page: Page) {
  const changed = await getTexts(page)
  await page.reload()
  expect(changed).toBe(await getTexts(page))
}

test('a list of stores translated by the browser shows the new number of results after a filter @js', async ({
  page,
  walk,
}) => {
  await walk(/^Магазины/)
  await page.getByRole('searchbox').fill('')
  await page.getByRole('button', { name: 'Найти' }).click()
  await expect(page.getByText(/Найдено 72 магазина/)).toBeVisible()
  await translate(page)
  await page.getByRole('combobox', { name: 'Вид магазина' }).selectOption('Гипермаркет')
  await expect(page).toHaveURL(/type=STORE_TYPE_GM/)
  await expect(page.getByText(/Найдено 6 магазинов/)).toBeVisible()
  await expect(page.getByText(/72/)).toHaveCount(0)
  await expectFresh(page)
})

test('a catalogue translated by the browser shows the new number of results after a filter @js', async ({
  page,
  walk,
}) => {
  await walk(/^Каталог/)
  const found = page
    .getByRole('status')
    .filter({ hasText: /Найден/ })
    .first()
  const before = await found.innerText()
  await translate(page)
  await page.getByText('Фильтры', { exact: true }).click()
  await page.getByRole('group').getByRole('checkbox').first().check()
  await expect(page).toHaveURL(/f\./)
  await expect(found).not.toHaveText(before)
  await translate(page)
  await sortBy(page, 'Сначала дешёвые')
  await expect(page).toHaveURL(/sort=cheap/)
  await expectFresh(page)
})

test('a translated purchase history updates its number of shown purchases after loading more @js', async ({
  page,
  walk,
}) => {
  await walk('Профиль', /^Покупки и чеки/)
  await translate(page)
  const shown = page.getByText(/^Показано \d+ из/)
  const before = await shown.innerText()
  await page.getByRole('link', { name: 'Показать ещё' }).click()
  await expect(shown).not.toHaveText(before)
})

test('a purchase overview translated by the browser shows the sums of the next chosen period @js', async ({
  page,
  walk,
}) => {
  await walk('Профиль', /^Траты и экономия/)
  await translate(page)
  await page.getByRole('navigation', { name: 'Период' }).getByRole('link').first().click()
  await expect(page).toHaveURL(/period=/)
  await expectFresh(page)
})

test('a coupon translated by the browser changes its button when it is activated @js', async ({
  page,
  walk,
}) => {
  await walk(/^Купоны/)
  await translate(page)
  const buttons = page.getByRole('button', { name: /^Активировать: / })
  const count = await buttons.count()
  await buttons.first().click()
  await expect(buttons).toHaveCount(count - 1)
  await expect(page.getByRole('button', { name: /^Активен: / })).toBeVisible()
})
