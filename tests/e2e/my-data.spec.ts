import type { Download, Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'

import { expect, expectGoodScreen, test } from './fixtures'

test.beforeEach(async ({ phone, sandbox, signIn, walk }) => {
  await signIn(phone)
  const user = sandbox.server.sandbox.state.user(phone)
  // Enough for two calls of the history; the rest of a year and a half only takes time.
  user.transactions = [...user.transactions.slice(0, 60), ...user.transactions.slice(-5)]
  await walk('Профиль', /^Мои данные/)
})

async function textOf(download: Download): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of await download.createReadStream()) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}

/** The file that a press of its button brings. */
async function take(page: Page, name: RegExp) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name }).click(),
  ])
  return { name: download.suggestedFilename(), text: await textOf(download) }
}

test('from the profile to what is stored, and all of it as files under their Russian names', async ({
  page,
  phone,
  sandbox,
}) => {
  const { transactions } = sandbox.server.sandbox.state.user(phone)
  await expectGoodScreen(page, 'Мои данные — Апрель')
  await expect(page.getByText(/^65 операций с 20\d\d года$/)).toBeVisible()
  expect(await page.content()).not.toContain(phone.slice(1))

  const purchases = await take(page, /^Покупки/)
  expect(purchases.name).toBe('Покупки.csv')
  expect(purchases.text.startsWith('\uFEFFНомер операции;')).toBe(true)
  const rows: unknown[] = parse(purchases.text, { bom: true, delimiter: ';' })
  expect(rows).toHaveLength(transactions.length + 1)

  const all = await take(page, /^Всё одним файлом/)
  expect(all.name).toBe('Мои данные.json')
  expect(JSON.parse(all.text)).toMatchObject({ profile: { phone }, complete: true })
  // The page is still there, and so is the session.
  await expect(page.getByRole('heading', { level: 1, name: 'Мои данные' })).toBeVisible()
  await page.getByRole('link', { name: 'Покупки и чеки' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Покупки и чеки' })).toBeVisible()
})

test('a year that is chosen stands in the name of the file, and is all that it has', async ({
  page,
}) => {
  const years = page.getByRole('combobox', { name: 'За какое время покупки и чеки' })
  const year = await years.getByRole('option').last().getAttribute('value')
  await years.selectOption(year)
  const { name, text } = await take(page, /^Чеки с товарами/)
  expect(name).toBe(`Чеки с товарами за ${year} год.csv`)
  const [, ...rows]: string[][] = parse(text, { bom: true, delimiter: ';' })
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.every((row) => row[1]?.includes(`.${year} `))).toBe(true)
})

test('where there is no file to give the screen says why', async ({ page, phone, sandbox }) => {
  sandbox.fail(phone, { endpoint: 'GET /v3/user/transactions', mode: 'status', status: 500 })
  await page.getByRole('button', { name: /^Покупки/ }).click()
  await expect(page.getByText('Файл не собрался')).toBeVisible()
  await expect(page).toHaveURL('/profile/my-data')
})
