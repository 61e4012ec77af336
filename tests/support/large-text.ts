import type { Page } from '@playwright/test'

const USUAL_SIZE = 16

/** Sets the browser's font size before the page opens. */
export async function enlargeText(page: Page, scale: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setFontSizes', { fontSizes: { standard: USUAL_SIZE * scale } })
}
