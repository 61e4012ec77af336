import type { Page } from '@playwright/test'

import { reduceTransparency, resize, settle, under } from '../support/adaptations'
import { findObscuredFocus, findSpoiltText, shareOfBars } from '../support/obstacles'
import { findLostInForcedColours, findTranslucent, findUnprintable } from '../support/preferences'

/** Records violations of a check. */
export type Note = (check: string, faults: string[]) => void

const phone = [390, 844] as const

/** Text spacing, resize, reflow and orientation of WCAG 2.2. */
async function tryLettersAndWindows(page: Page, note: Note): Promise<void> {
  const spoilt = () => page.evaluate(findSpoiltText)
  const focus = () => page.evaluate(findObscuredFocus)
  const controls = () =>
    page.evaluate(() => {
      const all = document.querySelectorAll('h1, h2, h3, a[href], button, input, select')
      return [...all].filter((each) => each.checkVisibility({ visibilityProperty: true })).length
    })

  // A font size costs more layout than a window, so it changes once for all windows.
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

/** System preferences (more contrast, forced colours) and paper. */
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

/**
 * Checks a screen under each setting of a visitor; afterwards it has a phone's size and the light theme
 * again.
 */
export async function tryOwnSettings(page: Page, note: Note): Promise<void> {
  await tryLettersAndWindows(page, note)
  await tryPreferences(page, note)
}
