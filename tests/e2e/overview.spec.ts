import type { Locator, Page } from '@playwright/test'

import { clockOf } from '../../app/lib/dates'
import { formatMoney } from '../../app/lib/money'
import type { User } from '../../sandbox/user'
import { expect, expectGoodScreen, test } from './fixtures'

const ways = ['Профиль', /^Мои покупки/] as const
const thisYear = () => clockOf(new Date()).year

/** Computed separately from the gateway's data. */
function spentIn({ transactions }: User, key: string): number {
  let sum = 0
  for (const { createdAt, type, totalSum } of transactions) {
    const { year, month } = clockOf(createdAt)
    if (!`${year}-${month}`.startsWith(key)) continue
    if (type === 'PURCHASE') sum += totalSum ?? 0
    if (type === 'REFUND') sum -= totalSum ?? 0
  }
  return sum
}

/** Heights of the bars in a plot, in its own units, from left to right. */
async function barsOf(page: Page, name: RegExp): Promise<number[]> {
  const plot = page.getByRole('img', { name })
  const paths = await plot
    .locator('> path')
    .evaluateAll((all) => all.map((path) => path.getAttribute('d') ?? ''))
  return paths
    .flatMap((path) => [...path.matchAll(/M([\d.]+),[\d.]+h[\d.]+v([\d.]+)h-[\d.]+z/g)])
    .sort((one, other) => Number(one[1]) - Number(other[1]))
    .map(([, , height]) => Number(height))
}

/** A visible sum; one with grouped digits has a second text for screen readers. */
const figureIn = (place: Locator) => place.locator('[aria-hidden=true]').or(place).last()

test('the purchase overview of a year shows the same sums in plots, texts and tables', async ({
  page,
  phone,
  signIn,
  sandbox,
  walk,
}) => {
  await signIn(phone)
  const user = sandbox.server.sandbox.state.user(phone)
  // Few enough receipts to load in time on a busy machine.
  user.transactions = user.transactions.filter((_, index) => index % 4 === 0)
  await walk(...ways)
  const year = Number(thisYear()) - 1
  await page.getByRole('link', { name: `${year} год` }).click()
  await expect(page).toHaveURL(`/profile/purchases?period=${year}`)
  await expectGoodScreen(page, `Мои покупки, ${year} год — Апрель`)

  const months = Array.from({ length: 12 }, (_, index) =>
    spentIn(user, `${year}-${String(index + 1).padStart(2, '0')}`),
  )
  const all = formatMoney(months.reduce((sum, month) => sum + month, 0))
  await expect(figureIn(page.getByRole('definition').first())).toHaveText(all)

  // Each plot has a name, and its content as text.
  const most = formatMoney(Math.max(...months)).replace(/\s/g, '\\s')
  for (const [name, text] of [
    ['Траты по месяцам', new RegExp(`^Всего .*: ${most}`)],
    ['Звёзды', /^Получено: [\d\s]+зв[её]зд/],
    ['Скидки и купоны', /^Сэкономлено/],
    ['Что покупали', /^Больше всего/],
  ] as const) {
    const plot = page.getByRole('region', { name, exact: true })
    await expect(plot.getByRole('img', { name, exact: true })).toBeVisible()
    await expect(plot.getByText(text).first()).toBeVisible()
  }

  // Bars are drawn to scale.
  const shown = months.filter((sum) => sum !== 0)
  const bars = await barsOf(page, /^Траты по месяцам/)
  expect(bars).toHaveLength(shown.length)
  const scale = Math.max(...bars) / Math.max(...shown.map(Math.abs))
  bars.forEach((height, index) =>
    expect(Math.abs(height - Math.abs(shown[index]!) * scale)).toBeLessThan(0.2),
  )

  // The table of the plot has the same sums.
  const spending = page.getByRole('region', { name: 'Траты по месяцам' })
  await spending.getByText('Таблицей').click()
  const cells = await spending.locator('tbody td:nth-of-type(1)').allTextContents()
  expect(cells).toEqual(shown.map((sum) => formatMoney(sum)))
  await expectGoodScreen(page, `Мои покупки, ${year} год — Апрель`)
})

for (const [who, phoneOf] of [
  ['an ordinary shopper', undefined],
  ['who has bought for ten years', '79000000009'],
] as const)
  for (const theme of ['light', 'dark'] as const)
    test(`the printed purchase overview of a year is one page of A4 in the ${theme} theme: ${who} @js`, async ({
      page,
      phone,
      signIn,
      walk,
    }) => {
      await signIn(phoneOf ?? phone)
      await page.emulateMedia({ colorScheme: theme })
      await walk(...ways)
      await page.getByRole('link', { name: /^\d+ год$/ }).click()
      await expect(page).toHaveURL(/period=/)
      await page.emulateMedia({ media: 'print', colorScheme: theme })
      await expect(page.getByRole('navigation', { name: 'Основное меню' })).toBeHidden()
      await expect(page.getByText('Таблицей').first()).toBeHidden()
      // Printed lines are dark on white in both themes.
      await expect(
        page
          .getByRole('img', { name: /^Траты/ })
          .locator('text')
          .first(),
      ).toHaveCSS('fill', 'rgb(0, 0, 0)')
      const sheets = await page.pdf({ format: 'A4', preferCSSPageSize: true })
      expect(/\/Count (\d+)/.exec(sheets.toString('latin1'))?.[1]).toBe('1')
    })

test('the plot of stars distinguishes its two series by hatching in forced colours @js', async ({
  page,
  phone,
  signIn,
  walk,
}) => {
  await signIn(phone)
  await page.emulateMedia({ forcedColors: 'active' })
  await walk(...ways)
  const stars = page.getByRole('img', { name: /^Звёзды/ })
  const fills = await stars
    .locator('> path[d$="z"]')
    .evaluateAll((all) => all.map((bars) => getComputedStyle(bars).fill))
  expect(fills).toHaveLength(2)
  expect(fills[0]).not.toBe(fills[1])
  expect(fills[1]).toContain('#stars-hatch')
  await expect(page.getByText('Списано и сгорело').last()).toBeVisible()
})
