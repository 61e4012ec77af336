import type { Download, Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'

import { expect, expectProductScreen, test } from './fixtures'

test.beforeEach(async ({ phone, sandbox, signIn, walk }) => {
  await signIn(phone)
  const user = sandbox.server.sandbox.state.user(phone)
  // Enough for two calls of the history; a year and a half would only take longer.
  user.transactions = [...user.transactions.slice(0, 60), ...user.transactions.slice(-5)]
  await walk('Профиль', /^Мои данные/)
})

async function getText(download: Download): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of await download.createReadStream()) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}

/** Downloads the file of a button. */
async function take(page: Page, name: RegExp) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name }).click(),
  ])
  return { name: download.suggestedFilename(), text: await getText(download) }
}

test('the profile links to «Мои данные», with CSV and JSON files under Russian names', async ({
  page,
  phone,
  sandbox,
}) => {
  const { transactions } = sandbox.server.sandbox.state.user(phone)
  await expectProductScreen(page, 'Мои данные — Апрель')
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
  // The page and the session are still there.
  await expect(page.getByRole('heading', { level: 1, name: 'Мои данные' })).toBeVisible()
  await page.getByRole('link', { name: 'Покупки и чеки' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Покупки и чеки' })).toBeVisible()
})
