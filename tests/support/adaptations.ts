import type { Page } from '@playwright/test'

/** Until a frame is drawn: layout and bars that stick are those of the page as it is now. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // The second begins when the first one is drawn.
    for (let frame = 0; frame < 2; frame += 1)
      await new Promise((done) => requestAnimationFrame(done))
  })
}

/** Gives a page a window of this size, and the time to take it. */
export async function resize(page: Page, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height })
  await settle(page)
}

/**
 * From now on whatever changes is at its end at once: a transition, however short, has the styles of
 * a whole page reckoned several times over.
 */
export async function holdStill(page: Page): Promise<void> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('*, *::before, *::after { transition: none !important }')
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  })
}

/** What WCAG 1.4.12 lets a person set, all at once. */
const spacedText = `
* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
p { margin-bottom: 2em !important }`

/** Text twice as large that no media query of the page knows of, as with the text size of Android. */
const doubledRoot = 'html { font-size: 200% !important }'

/**
 * Looks at a page under a style of the person's own, which is gone afterwards.
 * @param style by its name: `spaced` as in WCAG 1.4.12, `doubled` letters twice as large
 */
export async function under<Result>(
  page: Page,
  style: 'spaced' | 'doubled',
  look: () => Promise<Result>,
): Promise<Result> {
  const text = style === 'spaced' ? spacedText : doubledRoot
  // A constructed sheet is no markup: neither the page's policy nor its script minds it.
  await page.evaluate((text) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  }, text)
  await settle(page)
  const result = await look()
  await page.evaluate(() => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.slice(0, -1)
  })
  await settle(page)
  return result
}

/**
 * A person who wants no see-through surfaces, for which Playwright has no word.
 * @returns what ends it
 */
export async function reduceTransparency(page: Page): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setEmulatedMedia', {
    features: [{ name: 'prefers-reduced-transparency', value: 'reduce' }],
  })
  return async () => {
    await session.send('Emulation.setEmulatedMedia', { features: [] })
    await session.detach()
  }
}
