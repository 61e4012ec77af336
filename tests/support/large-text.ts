import type { Page } from '@playwright/test'

const USUAL_SIZE = 16

/** The size of text that a person has chosen in the browser, before the page is opened. */
export async function enlargeText(page: Page, scale: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setFontSizes', { fontSizes: { standard: USUAL_SIZE * scale } })
}
