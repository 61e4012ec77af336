import type { Page } from '@playwright/test'

import { expect, test } from './fixtures'

const qr = 'QR-код карты для кассы'
const bars = 'Штрихкод карты'

/** Whether the element is fully visible without scrolling, above the tabs. */
async function expectOnFirstScreen(page: Page, name: string) {
  const box = (await page.getByRole('img', { name }).locator('svg').boundingBox())!
  const tabs = page.getByRole('navigation', { name: 'Основное меню' })
  const { width, height } = page.viewportSize()!
  const bar = (await tabs.count()) ? await tabs.boundingBox() : null
  // A rail, or tabs in the first line, take nothing from the bottom.
  const end = bar && bar.width > width / 2 && bar.y > box.y ? Math.min(bar.y, height) : height
  expect(box.y).toBeGreaterThanOrEqual(0)
  expect(box.y + box.height).toBeLessThanOrEqual(end)
}

test('a small phone shows the code without scrolling, and both codes and the number at the till', async ({
  page,
  phone,
  sandbox,
  walk,
  enter,
}) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await enter('Карта')
  await expectOnFirstScreen(page, qr)
  // The installed app in landscape, where no bar of the browser takes height.
  for (const [width, height] of [
    [740, 360],
    [844, 390],
    [915, 412],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expectOnFirstScreen(page, qr)
  }
  await page.setViewportSize({ width: 360, height: 640 })
  const [card = ''] = sandbox.server.sandbox.state.user(phone).cards
  const number = page.getByText(card.replace(/(.{4})(?=.)/g, '$1 '), { exact: true }).first()
  const size = () => number.evaluate((element) => parseFloat(getComputedStyle(element).fontSize))
  expect(await size()).toBeGreaterThanOrEqual(24)

  await walk('Показать на кассе')
  for (const [width, height] of [
    [360, 640],
    [320, 568],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expectOnFirstScreen(page, qr)
    await expectOnFirstScreen(page, bars)
    await expect(number).toBeInViewport({ ratio: 1 })
    expect(await size()).toBeGreaterThanOrEqual(24)
  }
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' })
  await expect(page.getByRole('main')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
})

test('the switch «Не гасить экран» stays on after a reload until it is switched off @js @whole', async ({
  page,
  enter,
}) => {
  await enter('Карта')
  const awake = page.getByRole('switch', { name: 'Не гасить экран' })
  await expect(awake).not.toBeChecked()
  await awake.click()
  await expect(awake).toBeChecked()
  await page.reload()
  await expect(awake).toBeChecked()
  await awake.click()
  await page.reload()
  await expect(awake).not.toBeChecked()
})

test('without the Wake Lock API the switch «Не гасить экран» shows a message, and is hidden afterwards @js', async ({
  page,
  enter,
}) => {
  await page.addInitScript(() => {
    delete (Navigator.prototype as { wakeLock?: unknown }).wakeLock
  })
  await enter('Карта')
  const awake = page.getByRole('switch', { name: 'Не гасить экран' })
  await awake.click()
  await expect(page.getByText('не позволяет держать экран включённым')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('img', { name: qr })).toBeVisible()
  await expect(awake).toHaveCount(0)
  await expect(page.getByText('не позволяет держать экран включённым')).toHaveCount(0)
})
