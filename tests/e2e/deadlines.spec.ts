import type { Download, Page } from '@playwright/test'
import ICAL from 'ical.js'

import { enlargeText } from '../support/large-text'
import { measureScreen } from '../support/look'
import { expect, expectProductScreen, openAddress, test } from './fixtures'

const DAY = 86_400_000
/** The last second of a day in Moscow, a number of days from today. */
const getEnd = (days: number) => {
  const today = Math.floor((Date.now() + 3 * 3_600_000) / DAY) * DAY - 3 * 3_600_000
  return new Date(today + (days + 1) * DAY - 1000).toISOString()
}

/** A shopper with only these items expiring soon. */
test.beforeEach(async ({ phone, sandbox, signIn }) => {
  await signIn(phone)
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
const hint = (page: Page) => page.getByRole('link', { name: / (?:сгорит|закончится): / })
const list = (page: Page) => page.getByRole('main').getByRole('listitem')

async function openList(page: Page): Promise<void> {
  await openAddress(page, '/qr', 'a push')
  await hint(page).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Скоро закончится' })).toBeVisible()
}

/** Titles of the events in a downloaded file. */
async function getEvents(page: Page, press: () => Promise<void>) {
  const [download] = await Promise.all([page.waitForEvent('download'), press()])
  expect(download.suggestedFilename()).toBe('deadline.ics')
  const calendar = new ICAL.Component(ICAL.parse(await getText(download)))
  return calendar.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event).summary)
}

async function getText(download: Download): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of await download.createReadStream()) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}

test('what ends soon is listed, the nearest first, with actions', async ({ page, walk }) => {
  await openList(page)
  await expect(list(page)).toHaveText([
    /120\s*звёзд.*завтра.*спишите на кассе/s,
    /Скидка на\s*журавлей.*послезавтра, в.*активируйте купон/s,
    /45\s*экспресс-звёзд.*через 3 дня, в.*спишите на кассе/s,
    /Пять пирогов/,
  ])
  await expectProductScreen(page, 'Скоро закончится — Апрель')
  await walk(/^Скидка на\sжуравлей/)
  await expect(page.getByRole('button', { name: /^Активировать: / })).toBeVisible()
})

test('the screen of stars says how many burn when, and leads to their history', async ({
  page,
  walk,
}) => {
  await walk('Профиль', /^Звёзды/)
  const portions = page.getByRole('region', { name: 'Что и когда сгорит' }).getByRole('listitem')
  await expect(portions).toHaveText([
    /120\s*звёзд\s*сгорят \d+ \S+/s,
    /45\s*звёзд\s*сгорят \d+ \S+\s*экспресс/s,
    /300\s*звёзд\s*не сгорают/s,
  ])
  await expectProductScreen(page, 'Звёзды — Апрель')
  await walk(/^Покупки и\sчеки/)
  await expectProductScreen(page, 'Покупки и чеки — Апрель')
})

test("the hint about an expiring coupon is one line below the card's code, and does not move it", async ({
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
  await expect(hint(page)).toHaveText(/^Сегодня.* закончится: Скидка на\sвсё/)
  const [card, line] = [await code.boundingBox(), await hint(page).boundingBox()]
  expect(line!.y).toBeGreaterThan(card!.y + card!.height)
  expect(line!.height).toBeLessThan(50)
  // Without space on the line, the text after « · » wraps into the hidden second line.
  const advice = await hint(page).getByText(/^ · /).boundingBox()
  expect(advice!.y).toBeGreaterThanOrEqual(line!.y + line!.height)
  await walk('Профиль', /^Уведомления/)
  await page.getByLabel('Скоро закончится').uncheck()
  await page.getByRole('button', { name: 'Сохранить подсказки' }).click()
  await walk('Карта')
  await expect(hint(page)).toHaveCount(0)
  expect((await code.boundingBox())!.y).toBe(card!.y)
})

test('a calendar file has one item: stars, a coupon or an offer', async ({ page, walk }) => {
  await walk('Профиль', /^Звёзды/)
  const stars = await getEvents(page, () =>
    page.getByRole('link', { name: 'В календарь: ближайший срок' }).click(),
  )
  expect(stars).toEqual(['Последний день: 120 звёзд'])
  await walk('Купоны', /^Скидка на\sжуравлей/)
  await expectProductScreen(page, 'Купон — Апрель')
  const coupon = await getEvents(page, () =>
    page.getByRole('link', { name: 'В календарь' }).click(),
  )
  expect(coupon).toEqual(['Последний день купона: Скидка на журавлей, «2; 3»'])
  await openList(page)
  await page.getByRole('link', { name: 'Пять пирогов', exact: true }).click()
  await expectProductScreen(page, 'Задание — Апрель')
  const offer = await getEvents(page, () => page.getByRole('link', { name: 'В календарь' }).click())
  expect(offer).toEqual(['Последний день задания: Пять пирогов'])
})

test('a shopper with very many deadlines gets a page that lists the soonest', async ({
  page,
  signIn,
}) => {
  await signIn('79000000007')
  await openList(page)
  await expect(page.getByText(/Показаны те, что закончатся раньше/)).toBeVisible()
  await expectProductScreen(page, 'Скоро закончится — Апрель')
})

test.describe('the dates of deadlines in another time zone', () => {
  test.use({ timezoneId: 'Asia/Kamchatka' })

  test('without a script days are in Moscow time, with a note @no-js', async ({ page }) => {
    await openList(page)
    await expect(page.getByText('по\u00a0московскому времени')).toBeVisible()
    await expect(list(page).first()).toContainText(/завтра ·/)
  })

  test("days are in the shopper's time zone once a script has sent it @js", async ({
    page,
    context,
    walk,
  }) => {
    await page.goto('/today')
    const zones = async () =>
      (await context.cookies()).filter(({ name }) => name === 'v1_zone').map(({ value }) => value)
    await expect.poll(zones).toEqual(['Asia/Kamchatka'])
    await walk('Карта', / (?:сгорит|закончится): /)
    await expect(list(page).first()).toContainText(/ до 08:59 ·/)
    await expect(page.getByText('московскому времени')).toHaveCount(0)
  })
})

test('the page of deadlines has no layout fault on a small dark phone or with a large font @js', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 320, height: 720 })
  await openList(page)
  expect(await page.evaluate(measureScreen)).toEqual([])
  await expectProductScreen(page, 'Скоро закончится — Апрель')
  await page.setViewportSize({ width: 390, height: 844 })
  await enlargeText(page, 2)
  await expect(page.locator('html')).toHaveCSS('font-size', '32px')
  await expect.poll(() => page.evaluate(measureScreen)).toEqual([])
  await expectProductScreen(page, 'Скоро закончится — Апрель')
})
