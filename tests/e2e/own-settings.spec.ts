import type { Page } from '@playwright/test'

import { holdStill, reduceTransparency, resize, settle, under } from '../support/adaptations'
import { findMotion, findObscuredFocus, findSpoiltText, shareOfBars } from '../support/obstacles'
import { findLostInForcedColours, findTranslucent, findUnprintable } from '../support/preferences'
import { addressOf, createViewers, screens, states } from '../support/screens'
import { expect, openAddress, test } from './fixtures'

test.use({
  allowedStatuses: [404, 429],
  contextOptions: { reducedMotion: 'reduce' },
  // Nothing is looked at here as a picture.
  deviceScaleFactor: 1,
})

type Note = (check: string, faults: string[]) => void

const phone = [390, 844] as const

/** Letters, window and direction: what WCAG 2.2 calls text spacing, resize, reflow, orientation. */
async function tryLettersAndWindows(page: Page, note: Note): Promise<void> {
  const spoilt = () => page.evaluate(findSpoiltText)
  const focus = () => page.evaluate(findObscuredFocus)
  const controls = () =>
    page.evaluate(() => {
      const all = document.querySelectorAll('h1, h2, h3, a[href], button, input, select')
      return [...all].filter((each) => each.checkVisibility({ visibilityProperty: true })).length
    })

  // Letters that change cost more than a window that does: they change once, for all windows.
  await under(page, 'doubled', async () => {
    await resize(page, ...phone)
    note('letters twice as large', await spoilt())
    await resize(page, 640, 844)
    note('letters twice as large at 640 px', await spoilt())
    await resize(page, 1280, 800)
    note('letters twice as large on a desktop', await spoilt())
  })
  note('a desktop', await spoilt())
  note('the focus on a desktop', await focus())
  await resize(page, ...phone)
  const upright = await controls()
  await resize(page, 844, 390)
  note('the phone on its side', await spoilt())
  const lying = await controls()
  if (lying !== upright) note('the phone on its side', [`has ${lying}, not ${upright} controls`])
  // 1280 × 1024 at 400 %.
  await resize(page, 320, 256)
  note('400 %', await spoilt())
  note('the focus at 400 %', await focus())
  const share = await page.evaluate(shareOfBars)
  if (share > 0.25) note('bars at 400 %', [`cover ${Math.round(share * 100)} %`])
  note('spaced text at 400 %', await under(page, 'spaced', spoilt))
}

/** What the person has told the system: more contrast, own colours; and paper. */
async function tryPreferences(page: Page, note: Note): Promise<void> {
  const emulate = async (media: Parameters<Page['emulateMedia']>[0]) => {
    await page.emulateMedia({
      media: 'screen',
      colorScheme: 'light',
      forcedColors: 'none',
      contrast: 'no-preference',
      ...media,
    })
    await settle(page)
  }
  await resize(page, ...phone)
  await emulate({ forcedColors: 'active' })
  note('forced colours', await page.evaluate(findLostInForcedColours))
  await emulate({ colorScheme: 'dark', media: 'print' })
  note('paper', await page.evaluate(findUnprintable))
  await emulate({})
  const restore = await reduceTransparency(page)
  await settle(page)
  note('transparency', await page.evaluate(findTranslucent))
  await restore()
}

const parts = 4
for (let part = 0; part < parts; part += 1)
  test(`every screen obeys a person's own settings, part ${part + 1} @js`, async ({
    page,
    app,
    sandboxServer,
  }) => {
    test.setTimeout(240_000)
    const viewers = createViewers(app.origin, sandboxServer)
    const found: string[] = []
    for (const screen of [...screens, ...states].filter((_, place) => place % parts === part))
      await test.step(screen.name, async () => {
        const note: Note = (check, faults) =>
          found.push(...faults.map((fault) => `${screen.name}, ${check}: ${fault}`))
        const visitor = await viewers(screen.seenBy)
        await page.context().clearCookies()
        await page.context().addCookies(
          [...visitor.cookies, ['v1_consent', 'refused'] as const].map(([name, value]) => ({
            name,
            value,
            url: app.origin,
          })),
        )
        await page.setViewportSize({ width: phone[0], height: phone[1] })
        await openAddress(page, await addressOf(screen, visitor), 'each screen in turn')
        note('motion', await page.evaluate(findMotion))
        await holdStill(page)
        await tryLettersAndWindows(page, note)
        await tryPreferences(page, note)
      })
    expect(found).toEqual([])
  })
