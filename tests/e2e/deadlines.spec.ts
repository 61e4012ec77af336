import type { Page } from '@playwright/test'

import { expect, test } from './fixtures'

const DAY = 86_400_000
/** The last second of a day in Moscow, a number of days from today. */
const getEnd = (days: number) => {
  const today = Math.floor((Date.now() + 3 * 3_600_000) / DAY) * DAY - 3 * 3_600_000
  return new Date(today + (days + 1) * DAY - 1000).toISOString()
}

/** A shopper with only these items expiring soon. */
test.beforeEach(async ({ phone, sandbox, signIn }) => {
  await signIn()
  const user = sandbox.server.sandbox.state.user(phone)
  user.balance.items = [
    { type: 'POINTS', amount: 120, expiresAt: getEnd(1) },
    { type: 'EXPRESS', amount: 45, expiresAt: getEnd(3) },
    { type: 'POINTS', amount: 300, expiresAt: null },
  ]
  for (const coupon of user.coupons) coupon.expirationDate = getEnd(20)
  Object.assign(user.coupons[0]!, {
    title: 'Скидка на журавлей, «2; 3»',
    expirationDate: getEnd(2),
  })
  for (const offer of user.offers) offer.endDate = getEnd(20)
  Object.assign(user.offers[0]!, { title: 'Пять пирогов', endDate: getEnd(5), state: 'AVAILABLE' })
})

/** The hint of the card, which leads to all deadlines. */
const hint = (page: Page) => page.getByRole('link', { name: /^(?:Сгорит|Закончится) / })
const list = (page: Page) => page.getByRole('main').getByRole('listitem')

test("the hint about an expiring coupon is two lines at most below the card's code, its day first, and does not move it", async ({
  page,
  phone,
  sandbox,
  walk,
}) => {
  const user = sandbox.server.sandbox.state.user(phone)
  user.coupons[0]!.title = 'Скидка на всё, что растёт и не растёт. '.repeat(8)
  user.coupons[0]!.expirationDate = getEnd(0)
  await page.setViewportSize({ width: 320, height: 720 })
  await walk('Карта')
  const code = page.getByRole('img', { name: 'QR-код карты для кассы' })
  await expect(hint(page)).toHaveText(/^Закончится сегодня.*: Скидка на\sвсё/)
  const [card, line] = [await code.boundingBox(), await hint(page).boundingBox()]
  expect(line!.y).toBeGreaterThan(card!.y + card!.height)
  expect(line!.height).toBeLessThan(50)
  await walk('Профиль', /^Уведомления/)
  await page.getByLabel('Скоро закончится').uncheck()
  await expect(page.getByText('Сохранили')).toBeVisible()
  await walk('Карта')
  await expect(hint(page)).toHaveCount(0)
  expect((await code.boundingBox())!.y).toBe(card!.y)
})

test.describe('the dates of deadlines in another time zone', () => {
  test.use({ timezoneId: 'Asia/Kamchatka' })

  test("days are in the shopper's time zone once a script has sent it @js", async ({
    page,
    context,
    walk,
  }) => {
    await page.goto('/today')
    const zones = async () =>
      (await context.cookies()).filter(({ name }) => name === 'v1_zone').map(({ value }) => value)
    await expect.poll(zones).toEqual(['Asia/Kamchatka'])
    await walk('Карта', /^(?:Сгорит|Закончится) /)
    await expect(list(page).first()).toContainText(/ до 08:59 ·/)
    await expect(page.getByText('московскому времени')).toHaveCount(0)
  })
})
