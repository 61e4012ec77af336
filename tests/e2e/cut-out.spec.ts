import { expect, openAddress, test } from './fixtures'

const INSET = 59

/** Runs in the browser: text within so many pixels of a side, except scrollable text. */
function findTextAtSides(inset: number): string[] {
  const found: string[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const scrolls = (element: Element | null): boolean =>
    element !== null &&
    (['auto', 'scroll'].includes(getComputedStyle(element).overflowX) ||
      getComputedStyle(element).clip !== 'auto' ||
      scrolls(element.parentElement))
  /** The sides between which an element's text is visible: clipped text is nowhere. */
  const seenWithin = (element: Element | null): [left: number, right: number] => {
    if (!element) return [0, window.innerWidth]
    const [left, right] = seenWithin(element.parentElement)
    if (getComputedStyle(element).overflowX === 'visible') return [left, right]
    const box = element.getBoundingClientRect()
    return [Math.max(left, box.left), Math.min(right, box.right)]
  }
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const { parentElement, textContent } = node
    if (!textContent?.trim() || !parentElement?.checkVisibility({ visibilityProperty: true }))
      continue
    if (scrolls(parentElement)) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const [from, to] = seenWithin(parentElement)
    const isAtSide = [...range.getClientRects()].some((rect) => {
      const [left, right] = [Math.max(rect.left, from), Math.min(rect.right, to)]
      return right - left > 1 && (left < inset - 0.5 || right > window.innerWidth - inset + 0.5)
    })
    if (isAtSide) found.push(textContent.trim().slice(0, 40))
  }
  return found
}

test('no text lies under the camera cut-out of a phone in landscape @js', async ({
  page,
  signIn,
}) => {
  await signIn()
  const session = await page.context().newCDPSession(page)
  // Beside the cut-out of a small phone, and of a large one with the rail.
  for (const [width, height] of [
    [844, 390],
    [932, 430],
  ] as const) {
    await page.setViewportSize({ width, height })
    await session.send('Emulation.setSafeAreaInsetsOverride', {
      insets: { left: INSET, right: INSET, bottom: 21 },
    })
    for (const path of [
      '/today',
      '/qr',
      '/qr/till',
      '/qr/print',
      '/profile',
      '/stores',
      '/contacts',
    ]) {
      await openAddress(page, path, 'each screen in turn')
      expect(await page.evaluate(findTextAtSides, INSET), `${path} at ${width}`).toEqual([])
    }
  }
})
