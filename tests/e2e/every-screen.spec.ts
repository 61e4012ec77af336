import type { BrowserContext } from '@playwright/test'

import { holdStill } from '../support/adaptations'
import { getFindings, standards, type Rules } from '../support/axe'
import { enlargeText } from '../support/large-text'
import { measureScreen } from '../support/look'
import { findMotion } from '../support/obstacles'
import { getAddress, createViewers, screens, states, type Screen } from '../support/screens'
import { expect, openAddress, test as base } from './fixtures'
import { tryOwnSettings, type Note } from './own-settings'

const test = base.extend<
  { open(screen: Screen): Promise<void> },
  { viewers: ReturnType<typeof createViewers>; sharedContext: BrowserContext }
>({
  viewers: [
    async ({ appWith, sandboxServer }, use) =>
      use(createViewers((await appWith({})).origin, sandboxServer)),
    { scope: 'worker' },
  ],
  // A new context costs as much as a check of a screen; only cookies are stored here.
  sharedContext: [
    async ({ browser, appWith }, use, { project }) => {
      const context = await browser.newContext({
        ...project.use,
        baseURL: (await appWith({})).origin,
        reducedMotion: 'reduce',
        // No pictures are compared here.
        deviceScaleFactor: 1,
      })
      await use(context)
      await context.close()
    },
    { scope: 'worker' },
  ],
  context: async ({ sharedContext }, use) => {
    await sharedContext.clearCookies()
    await use(sharedContext)
  },
  page: async ({ page }, use) => {
    await use(page)
    await page.close()
  },
  open: async ({ page, app, viewers }, use) => {
    await use(async (screen) => {
      const visitor = await viewers(screen.seenBy)
      const cookies = [...visitor.cookies, ['v1_consent', 'refused'] as const]
      await page
        .context()
        .addCookies(cookies.map(([name, value]) => ({ name, value, url: app.origin })))
      await openAddress(page, getAddress(screen, visitor), 'each screen in turn')
    })
  },
})

// 404 is a page that does not exist, 429 a second code within a minute.
test.use({ allowedStatuses: [404, 429] })

/**
 * Rules that depend on colours and sizes; the others depend on the markup, which is the same in each theme.
 */
const looks: Rules = {
  type: 'rule',
  values: ['color-contrast', 'link-in-text-block', 'target-size', 'scrollable-region-focusable'],
}

for (const screen of [...screens, ...states]) {
  test(`«${screen.name}» has no layout or accessibility fault on a small dark phone, with a large font or own settings @js`, async ({
    page,
    open,
  }) => {
    // These shoppers have hundreds of elements to measure.
    test.setTimeout(60_000)
    const found: string[] = []
    const note: Note = (check, faults) => found.push(...faults.map((fault) => `${check}: ${fault}`))

    // axe must not see colours in transition.
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
    await page.setViewportSize({ width: 320, height: 720 })
    await open(screen)
    note('motion', await page.evaluate(findMotion))
    await holdStill(page)
    note('a small phone', await page.evaluate(measureScreen))
    await expect.poll(() => getFindings(page, standards)).toEqual([])

    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await page.setViewportSize({ width: 390, height: 844 })
    await enlargeText(page, 2)
    await expect(page.locator('html')).toHaveCSS('font-size', '32px')
    await expect.poll(() => page.evaluate(measureScreen)).toEqual([])
    // Colours may still change between the themes; a real violation stays.
    await expect.poll(() => getFindings(page, looks)).toEqual([])
    await enlargeText(page, 1)

    await tryOwnSettings(page, note)
    expect(found).toEqual([])
  })
}

test('search, category and stores have their number of results in a status region @js', async ({
  page,
  open,
}) => {
  for (const screen of screens.filter(({ name }) =>
    ['search', 'category', 'stores'].includes(name),
  )) {
    await open(screen)
    await expect(page.getByRole('status').filter({ hasText: /\d/ }), screen.name).not.toHaveCount(0)
  }
})
