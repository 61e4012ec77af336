import type { Page } from '@playwright/test'

import { getName, type ArrivedEvent, type Collector } from '../support/collector'

import { expect, openAddress, test as base } from './fixtures'

interface Fixtures {
  /** Received events of this browser since it signed in, in order. */
  sentEvents(): Promise<ArrivedEvent[]>
}

const LAST = 'push_instruction'

async function getUuid(page: Page): Promise<string | undefined> {
  const cookies = await page.context().cookies()
  return cookies.find(({ name }) => name === 'v1_uuid')?.value
}

async function getEvents(page: Page, collector: Collector): Promise<ArrivedEvent[]> {
  const uuid = await getUuid(page)
  return collector.events
    .filter(({ anonymousId }) => anonymousId === uuid)
    .sort((one, other) => Date.parse(one.timestamp) - Date.parse(other.timestamp))
}

const test = base.extend<Fixtures>({
  page: async ({ page, app }, use) => {
    await page.context().addCookies([{ name: 'v1_consent', value: 'accepted', url: app.origin }])
    await use(page)
  },
  sentEvents: async ({ page, collector }, use) => {
    await use(async () => {
      // Leaving the page sends its queue, which may arrive after the next document, but before the one after
      // that.
      const ends = async () =>
        (await getEvents(page, collector)).filter((event) => getName(event) === `page:${LAST}`)
          .length
      for (const times of [1, 2]) {
        await openAddress(page, '/profile/push-instruction', 'typed')
        await expect.poll(ends).toBe(times)
      }
      const events = await getEvents(page, collector)
      const signedIn = events.findIndex(({ event }) => event === 'Login:Success')
      return events.slice(signedIn + 1).filter(({ name }) => name !== LAST)
    })
  },
})

/** Views by name in alphabetical order, because beacons and documents may overtake each other. */
const getViews = (events: ArrivedEvent[]) =>
  events.flatMap(({ type, name }) => (type === 'page' ? [name] : [])).sort()

const menu = (page: Page) => page.getByRole('navigation', { name: 'Основное меню' })

test('a visit sends one view per opened screen, a tap per tab, and the origin of a link', async ({
  page,
  signIn,
  sentEvents,
}) => {
  await signIn()
  await page.goto('/today')
  await menu(page).getByRole('link', { name: 'Профиль' }).click()
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Документы/ })
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Документы и согласия')
  await page.getByRole('main').getByRole('link', { name: 'Профиль' }).click()
  await expect(page).toHaveURL(/\/profile$/)
  await page.reload()
  await menu(page).getByRole('link', { name: 'Купоны' }).click()
  await expect(page).toHaveURL(/\/coupons$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Купоны')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Купоны')

  const events = await sentEvents()
  expect(getViews(events)).toEqual([
    'coupons',
    'legal',
    // Four views of the profile: from the tab, back from the documents, reloaded, and by «Back».
    'profile',
    'profile',
    'profile',
    'profile',
    'today',
  ])
  const ways = events.filter(({ event }) => event?.startsWith('Navigation:'))
  expect(ways.map(({ properties }) => properties)).toEqual([{ from: 'legal' }])
  const taps = events.filter(({ event }) => event === 'TabBar:Tap')
  expect(taps.map(({ properties }) => properties.tab)).toEqual(
    // The link from the documents back to the profile is no tap on a tab.
    ['profile', 'coupons'],
  )
  const ids = events.map(({ messageId }) => messageId)
  expect(new Set(ids).size).toBe(ids.length)
})

test.describe('the analytics script @js', () => {
  test.use({ allowedStatuses: [404] })

  test('2.61: records no second view after a refresh, a jump within the page or a 404', async ({
    page,
    sentEvents,
    enter,
  }) => {
    await enter('Профиль')
    const response = page.waitForResponse(/\/profile\.data/)
    await page.getByRole('button', { name: 'Обновить страницу' }).click()
    await response
    const go = (to: string) =>
      page.evaluate(
        (path) =>
          (
            window as unknown as { __remixRouter: { navigate(to: string): Promise<void> } }
          ).__remixRouter.navigate(path),
        to,
      )
    await go('/profile#menu')
    await go('/coupons/no-such-coupon')
    await expect(page.getByText('Здесь ничего не нашлось').first()).toBeVisible()
    await go('/profile/illegal')
    // The view is recorded when the screen is shown, which is after the change of the address.
    await expect(page.getByRole('heading', { level: 1, name: /^Документы/ })).toBeVisible()
    await expect(page).toHaveURL(/\/profile\/legal$/)
    expect(getViews(await sentEvents())).toEqual(['legal', 'not_found', 'profile', 'today'])
  })

  test('records each tap and changed field once, without typed text, also after reloads', async ({
    page,
    signIn,
    sentEvents,
    walk,
  }) => {
    await signIn()
    await page.goto('/today')
    await page.locator('[data-event^="Banner:Click"]').first().scrollIntoViewIfNeeded()
    await expect
      .poll(() => page.evaluate(() => sessionStorage.getItem('v1_events')))
      .toContain('Banner:View')
    await page.locator('[data-event^="Banner:Click"]').first().click()
    await expect(page).not.toHaveURL('/today')
    await page.waitForLoadState('networkidle')
    await walk('Профиль', /^Карты/, /карту/)
    await page.getByText('Где искать номер и код').click()
    await page.getByLabel('Номер карты').fill('2990123412341234')
    await page.getByLabel('Код с карты').fill('731')
    await page.getByLabel('Номер карты').focus()
    for (let load = 0; load < 3; load++) await page.reload()

    const events = await sentEvents()
    const actions = events.filter(({ type }) => type === 'track')
    const of = (name: string) =>
      actions.filter(({ event }) => event === name).map(({ properties }) => properties)
    expect(of('Banner:Click')).toEqual([{ banner_id: 'banner-1' }])
    expect(of('Banner:View')).toContainEqual({ banner_id: 'banner-1' })
    expect(of('Card:Guide')).toEqual([{}])
    expect(of('Field:Change')).toEqual([
      { form: 'card', field: 'number' },
      { form: 'card', field: 'cvc' },
    ])
    // Without ids and times, which may contain any digits.
    const summaries = events.map(({ event, name, properties }) => [event, name, properties])
    expect(JSON.stringify(summaries)).not.toMatch(/2990|731/)
  })

  test('records nothing before consent, and deletes its queue after a withdrawal', async ({
    page,
    app,
    collector,
    enter,
  }) => {
    const noted = () => page.evaluate(() => sessionStorage.getItem('v1_events'))
    await page.context().clearCookies({ name: 'v1_consent' })
    await enter('Профиль')
    await menu(page).getByRole('link', { name: 'Купоны' }).click()
    await expect(page).toHaveURL(/\/coupons$/)
    expect(await noted()).toBeNull()
    const decide = (value: string) =>
      page.context().addCookies([{ name: 'v1_consent', value, url: app.origin }])
    await decide('accepted')
    await menu(page).getByRole('link', { name: 'Профиль' }).click()
    await expect.poll(noted).toContain('TabBar:Tap')
    await decide('refused')
    await page.reload()
    await expect.poll(noted).toBeNull()
    await page.waitForLoadState('networkidle')
    expect(await getEvents(page, collector)).toEqual([])
  })
})
