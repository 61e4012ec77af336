import type { Locator } from '@playwright/test'

import { getClock } from '../../app/lib/dates'
import { formatMoney } from '../../app/lib/money'
import type { User } from '../../sandbox/user'
import { expect, expectProductScreen, test } from './fixtures'

const ways = ['Профиль', /^Траты и экономия/] as const
const thisYear = () => getClock(new Date()).year

/** Computed separately from the gateway's data. */
function spentIn({ transactions }: User, key: string): number {
  let sum = 0
  for (const { createdAt, type, totalSum } of transactions) {
    const { year, month } = getClock(createdAt)
    if (!`${year}-${month}`.startsWith(key)) continue
    if (type === 'PURCHASE') sum += totalSum ?? 0
    if (type === 'REFUND') sum -= totalSum ?? 0
  }
  return sum
}

/** A visible sum; one with grouped digits has a second text for screen readers. */
const figureIn = (place: Locator) => place.locator('[aria-hidden=true]').or(place).last()
const figuresIn = async (places: Locator) =>
  Promise.all((await places.all()).map((place) => figureIn(place).textContent()))

test('the purchase overview of a year shows the same sums in bars, texts and its table, and links the operations', async ({
  page,
  phone,
  signIn,
  sandbox,
  walk,
}) => {
  await signIn(phone)
  const user = sandbox.server.sandbox.state.user(phone)
  await walk(...ways)
  const year = Number(thisYear()) - 1
  await page.getByRole('link', { name: `${year} год` }).click()
  await expect(page).toHaveURL(`/profile/purchases?period=${year}`)
  await expectProductScreen(page, `Траты и экономия, ${year} год — Апрель`)

  const months = Array.from({ length: 12 }, (_, index) =>
    spentIn(user, `${year}-${String(index + 1).padStart(2, '0')}`),
  )
  const all = formatMoney(months.reduce((sum, month) => sum + month, 0))
  await expect(figureIn(page.getByRole('definition').first())).toHaveText(all)

  const spending = page.getByRole('region', { name: 'Траты по месяцам' })
  await expect(spending.getByText(/^Больше всего/).first()).toBeVisible()
  const cells = spending.locator('tbody td:nth-of-type(1)')
  const shown = months.filter((sum) => sum !== 0)
  expect(await figuresIn(cells)).toEqual(shown.map((sum) => formatMoney(sum)))

  // Bars are drawn to scale.
  const bars = await spending
    .locator('rect')
    .evaluateAll((all) => all.map((bar) => bar.getBoundingClientRect().width))
  expect(bars).toHaveLength(shown.length)
  const scale = Math.max(...bars) / Math.max(...shown.map(Math.abs))
  bars.forEach((width, index) =>
    expect(Math.abs(width - Math.abs(shown[index]!) * scale)).toBeLessThan(0.3),
  )

  await page.getByRole('link', { name: `Все операции: ${year} год` }).click()
  await expect(page.getByText(/^Найден[аоы] \d+ операци/)).toBeVisible()
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
      // Printed lines are dark on white in both themes.
      await expect(page.locator('tbody td').first()).toHaveCSS('color', 'rgb(0, 0, 0)')
      const sheets = await page.pdf({ format: 'A4', preferCSSPageSize: true })
      expect(/\/Count (\d+)/.exec(sheets.toString('latin1'))?.[1]).toBe('1')
    })
