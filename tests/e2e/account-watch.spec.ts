import type { BrowserContext, Page } from '@playwright/test'

import { createSealer } from '../../app/session/seal.server'
import { SECRET } from '../support/app-process'
import { expect, expectGoodScreen, test } from './fixtures'

const DAY = 86_400_000
const sealer = createSealer([SECRET])
const question = (page: Page) => page.getByText('Это были вы?', { exact: true })

/** Makes the device's record of the account two days older. */
async function grow(context: BrowserContext): Promise<void> {
  const cookie = (await context.cookies()).find(({ name }) => name === 'v1_account')
  if (!cookie) throw new Error('The device has no record of the account')
  const record = sealer.open('v1_account', cookie.value) as { since: number; checkedAt: number }
  const older = { ...record, since: record.since - 2 * DAY, checkedAt: record.checkedAt - 2 * DAY }
  await context.addCookies([{ ...cookie, value: sealer.seal('v1_account', older) }])
}

/** A shopper with a device that saw the account two days ago, and another email since. */
test.beforeEach(async ({ page, context, phone, sandbox, walk, enter }) => {
  await enter('Купоны', 'Главная')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Здравствуйте/)
  await expect(question(page)).toHaveCount(0)
  await grow(context)
  sandbox.server.sandbox.state.user(phone).email = 'somebody-else@example.com'
  await walk('Купоны', 'Главная')
})

test('the main screen asks «Это были вы?» about an email changed elsewhere until «Да» is pressed', async ({
  page,
  walk,
}) => {
  await expect(question(page)).toBeVisible()
  await expect(page.getByText(/^Изменилась почта: после /)).toBeVisible()
  const card = page.getByRole('link', { name: 'Показать на кассе' })
  const [cardBox, questionBox] = [await card.boundingBox(), await question(page).boundingBox()]
  expect(questionBox!.y).toBeGreaterThan(cardBox!.y + cardBox!.height)
  await expectGoodScreen(page, 'Главная — Апрель')

  await page.getByRole('button', { name: 'Да, это я' }).click()
  await expect(page.getByText('Хорошо, больше об этом не спросим')).toBeVisible()
  await expect(question(page)).toHaveCount(0)
  await walk('Купоны', 'Главная')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Здравствуйте/)
  await expect(question(page)).toHaveCount(0)
})
