import type { Page } from '@playwright/test'

import { reduceTransparency, resize, settle, under } from '../support/adaptations'
import { findObscuredFocus, findSpoiltText, shareOfBars } from '../support/obstacles'
import { findLostInForcedColours, findTranslucent, findUnprintable } from '../support/preferences'

/** Takes down what a check found wrong, if anything. */
export type Note = (check: string, faults: string[]) => void

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

/** System preferences: more contrast, own colours; and paper. */
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

/** Looks at a screen as each setting of a person's own makes it; of a phone, and in the light, it is afterwards. */
export async function tryOwnSettings(page: Page, note: Note): Promise<void> {
  await tryLettersAndWindows(page, note)
  await tryPreferences(page, note)
}
