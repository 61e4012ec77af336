import type { Page } from '@playwright/test'

/** Waits for the next frame, so that layout and sticky bars are up to date. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // The second frame starts after the first is drawn.
    for (let frame = 0; frame < 2; frame += 1)
      await new Promise((done) => requestAnimationFrame(done))
  })
}

/** Resizes a page and waits for its layout. */
export async function resize(page: Page, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height })
  await settle(page)
}

/** Ends all transitions at once: during one the styles of the whole page are computed repeatedly. */
export async function holdStill(page: Page): Promise<void> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('*, *::before, *::after { transition: none !important }')
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  })
}

/** Text spacing of WCAG 1.4.12, all at once. */
const spacedText = `
* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
p { margin-bottom: 2em !important }`

/** Text of double size without a media query, as Android's font size makes it. */
const doubledRoot = 'html { font-size: 200% !important }'

/**
 * Applies a visitor's style to a page for the duration of a check.
 * @param style by name: `spaced` as in WCAG 1.4.12, `doubled` for double text size
 */
export async function under<Result>(
  page: Page,
  style: 'spaced' | 'doubled',
  look: () => Promise<Result>,
): Promise<Result> {
  const text = style === 'spaced' ? spacedText : doubledRoot
  // A constructed style sheet is not restricted by the page's policy.
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
 * Emulates `prefers-reduced-transparency`, which Playwright lacks.
 * @returns ends it
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
