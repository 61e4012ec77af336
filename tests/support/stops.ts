import type { Page } from '@playwright/test'

/** One stop of the focus. */
export interface Stop {
  /** Position among all focusable elements; -1 for an unexpected one. */
  place: number
  tag: string
  isOutlined: boolean
}

/** Records the focus from now on; returns the number of focusable elements. */
function noteStops(): number {
  const groups = new Set<string>()
  const isStop = (element: HTMLElement) => {
    if (element.tabIndex < 0 || element.matches(':disabled, [type=hidden]')) return false
    if (!element.matches('a[href], button, input, select, textarea, summary, [tabindex]'))
      return false
    if (!element.checkVisibility({ visibilityProperty: true })) return false
    if (!(element instanceof HTMLInputElement) || element.type !== 'radio') return true
    // Of a group of radio buttons the checked one, or the first.
    const chosen = document.querySelector(
      `[type=radio][name="${CSS.escape(element.name)}"]:checked`,
    )
    if (groups.has(element.name) || (chosen && chosen !== element)) return false
    groups.add(element.name)
    return true
  }
  const expected = [...document.querySelectorAll<HTMLElement>('body *')].filter(isStop)
  const noted: Stop[] = []
  Object.assign(window, { noted })
  const isDrawn = (element: Element | null, pseudo?: string) =>
    element !== null && getComputedStyle(element, pseudo).outlineStyle !== 'none'
  document.addEventListener('focusin', ({ target }) => {
    const element = target as HTMLElement
    noted.push({
      place: expected.indexOf(element),
      tag: element.outerHTML.slice(0, 120),
      isOutlined: isDrawn(element) || isDrawn(element, '::after') || isDrawn(element.parentElement),
    })
  })
  return expected.length
}

/** Presses Tab from the start of a page through all its stops. */
export async function tabThrough(page: Page): Promise<{ places: number; stops: Stop[] }> {
  const places = await page.evaluate(noteStops)
  const noted = () => page.evaluate(() => (window as unknown as { noted: Stop[] }).noted)
  for (let each = 0; each < places; each += 1) await page.keyboard.press('Tab')
  // A date field is one element with several stops: day, month, year, calendar.
  const dates = await page.locator('input[type=date]').count()
  for (let each = 0; each < dates * 3; each += 1)
    if ((await noted()).length < places) await page.keyboard.press('Tab')
  return { places, stops: await noted() }
}
