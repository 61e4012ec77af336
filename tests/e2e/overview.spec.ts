import { expect, test } from './fixtures'

const ways = ['Профиль', /^Траты и экономия/] as const

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
