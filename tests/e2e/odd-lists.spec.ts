import type { Locator, Page } from '@playwright/test'

import { expect, test } from './fixtures'

test.use({ allowedStatuses: [] })

type Answer = Record<string, unknown> & { pagination: object }

const saying = (paging: object) => (answer: unknown) => ({
  ...(answer as Answer),
  pagination: { ...(answer as Answer).pagination, ...paging },
})

/** Asks for more until nothing more is offered: with a script in place, without one page by page. */
async function seeAll(page: Page, entries: Locator, name: string): Promise<Set<string>> {
  const seen = new Set<string>()
  for (let pages = 1; ; pages += 1) {
    // Of a page that is still being read nothing is missing.
    await page.waitForLoadState()
    await expect(page.getByText('Загружаем…')).toHaveCount(0)
    for (const entry of await entries.all()) seen.add((await entry.getAttribute(name)) ?? '')
    const more = page.getByRole('link', { name: 'Показать ещё' })
    if ((await more.count()) === 0) return seen
    expect(pages).toBeLessThan(20)
    const before = `${page.url()} ${await entries.count()}`
    await more.click()
    await expect
      .poll(async () =>
        (await more.count()) === 0 ? 'the end' : `${page.url()} ${await entries.count()}`,
      )
      .not.toBe(before)
  }
}

test.beforeEach(({ signIn, phone }) => signIn(phone))

test('a history that is counted too small is read to its end', async ({
  page,
  phone,
  sandbox,
  walk,
}) => {
  const { transactions } = sandbox.server.sandbox.state.user(phone)
  sandbox.fail(phone, {
    endpoint: 'GET /v3/user/transactions',
    mode: 'changed',
    change: saying({ totalCount: 1, nextOffset: 0 }),
  })
  await walk('Профиль', /^Покупки и чеки/)
  const rows = page.locator('main a[href^="/profile/transactions/"]:not([href$="search"])')
  const seen = await seeAll(page, rows, 'href')
  expect(seen.size).toBe(transactions.length)
})

test('a shelf that is counted too large ends with its last product', async ({
  page,
  sandbox,
  walk,
}) => {
  sandbox.server.sandbox.faults.add({
    endpoint: 'POST /v2/goods/search',
    mode: 'changed',
    change: saying({ totalCount: 5000, hasMore: true }),
  })
  await walk(/^Каталог/, /^Бакалея/)
  const seen = await seeAll(page, page.locator('[data-good]'), 'data-good')
  expect(seen.size).toBeGreaterThan(24)
})

test('ids with letters or have dashes lead to their coupon and their offer', async ({
  page,
  phone,
  sandbox,
  walk,
}) => {
  const user = sandbox.server.sandbox.state.user(phone)
  const coupon = { favoriteId: 'СКИДКА-10', title: 'Именной купон', state: 'AVAILABLE' as const }
  Object.assign(user.coupons[0]!, coupon)
  const offer = {
    code: 'urn:весна@2026',
    title: 'Именное предложение',
    state: 'AVAILABLE' as const,
  }
  Object.assign(user.offers[0]!, offer)
  await walk(/^Купоны/, 'Именной купон')
  await page.getByRole('button', { name: /^Активировать/ }).click()
  await expect(page.getByRole('button', { name: /^Убрать/ })).toBeVisible()
  await expect(page).toHaveURL(/\/coupons\/%D0%A1.*-10$/)
  // The page is ahead of its answer.
  await expect.poll(() => user.coupons[0]).toMatchObject({ state: 'ACTIVATED' })
  await walk(/^Купоны/, 'Акции', 'Именное предложение')
  await page.getByRole('button', { name: 'Участвовать' }).click()
  await expect(page.getByText('Вы участвуете')).toBeVisible()
  await expect.poll(() => user.offers[0]).toMatchObject({ state: 'ACTIVATED' })
})
