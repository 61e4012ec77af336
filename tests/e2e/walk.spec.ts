import { errors, type Page } from '@playwright/test'

import type { ScreenId } from '../../app/routes'
import { screens, type Screen } from '../../app/screens.server'
import { routeOf } from '../support/routes'
import { expect, phoneUserAgent, test, type RouterWindow } from './fixtures'

test.use({ userAgent: phoneUserAgent, contextOptions: { reducedMotion: 'reduce' } })

/** For a phone that is not registered, and for a profile that lacks something: not for this shopper. */
const ofOthers: ScreenId[] = ['sign-in/registration.screen', 'sign-in/incomplete.screen']

const MOST_STEPS = 200
const A_MOMENT_MS = 300
const A_PRESS_MS = 3_000
const hereOf = (page: Page) => new URL(page.url()).pathname

/** Presses one visible link to a screen that was not reached yet; false when there is none. */
async function pressOn(page: Page, reached: Set<string>, afterMs = 0): Promise<boolean> {
  await page.waitForTimeout(afterMs)
  const links = await page.locator('a[href]:visible').evaluateAll((all) =>
    (all as HTMLAnchorElement[])
      .filter(
        ({ origin, target, hash, pathname, type }) =>
          origin === location.origin &&
          !target &&
          // A file leads to no screen.
          !type &&
          (!hash || pathname !== location.pathname),
      )
      .map((link) => ({ href: link.getAttribute('href') ?? '', path: link.pathname })),
  )
  const next = links.find(({ path }) => !reached.has(routeOf(path)))
  if (!next) return false
  try {
    await page.locator(`a[href="${next.href}"]:visible`).first().click({ timeout: A_PRESS_MS })
  } catch (error) {
    if (!(error instanceof errors.TimeoutError)) throw error
    // It belonged to the screen before, which is drawn until the next one is there.
    return pressOn(page, reached)
  }
  await arrive(page, next.path)
  reached.add(routeOf(hereOf(page)))
  return true
}

/** A product's address may spell its name out on the way; from a thing to its list is a way, too. */
async function arrive(page: Page, path: string): Promise<void> {
  await page.waitForURL(({ pathname }) => pathname === path || pathname.startsWith(`${path}-`))
  await expect(page.locator('h1')).toHaveCount(1)
  // On the way back the address is there first, then the screen's data, then the screen.
  await page.waitForFunction(() => {
    const { __remixRouter: router } = window as RouterWindow
    return !router || router.state.navigation.state === 'idle'
  })
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  )
}

/** Goes on by what can be seen and pressed, and back where nothing new is in sight. */
async function walkFrom(page: Page, reached: Set<string>): Promise<void> {
  const way: string[] = [hereOf(page)]
  reached.add(routeOf(hereOf(page)))
  for (let step = 0; step < MOST_STEPS; step += 1) {
    // Looked at twice: a screen may be drawn a moment after its address is there.
    if ((await pressOn(page, reached)) || (await pressOn(page, reached, A_MOMENT_MS))) {
      way.push(hereOf(page))
      continue
    }
    way.pop()
    const before = way.at(-1)
    if (before === undefined) return
    await page.goBack()
    await arrive(page, before)
  }
  throw new Error('The walk does not end')
}

test('from the door every screen is reached by pressing what is to be seen @js', async ({
  page,
  context,
  app,
  phone,
  sandbox,
}) => {
  test.setTimeout(180_000)
  await context.clearCookies()
  await context.addCookies([{ name: 'v1_consent', value: 'refused', url: app.origin }])
  const reached = new Set<string>()
  await page.goto('/')
  await walkFrom(page, reached)
  expect(reached).toContain('sign-in/login.screen')

  await page.getByRole('link', { name: 'Войти' }).first().click()
  await page.getByLabel('Номер телефона').fill(phone)
  await page.getByRole('button', { name: 'Получить код' }).click()
  await expect(page).toHaveURL('/login/code')
  reached.add('sign-in/code.screen')
  // Whichever operation is pressed first, it leads on to its goods.
  const user = sandbox.server.sandbox.state.user(phone)
  user.transactions = user.transactions.filter(({ receipt }) => receipt)
  await page.getByLabel('Пять цифр из сообщения').pressSequentially(sandbox.code(phone))
  await expect(page).toHaveURL('/onboarding/1')
  await walkFrom(page, reached)

  await page.getByRole('link', { name: 'Пропустить' }).click()
  await page.getByRole('button', { name: 'Найти' }).click()
  await expect(page).toHaveURL(/\/search/)
  reached.add('catalogue/search.screen')

  const all = Object.entries<Screen>(screens)
  const unlinked = all.filter(([, { unlinked: reason }]) => reason).map(([id]) => id)
  const missed = all.map(([id]) => id).filter((id) => !reached.has(id))
  expect(missed.sort(), 'link to it, or say `unlinked` in app/screens.server.ts').toEqual(
    [...unlinked, ...ofOthers].sort(),
  )
})
