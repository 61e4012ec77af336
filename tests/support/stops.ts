import type { Page } from '@playwright/test'

/** One place where the focus rests. */
export interface Stop {
  /** Its place in the document. */
  index: number
  name: string
  isOutlined: boolean
}

const LIMIT = 150

/** All that can take the focus, in the order of the document; of a group of radios, one. */
function listStops(): { index: number; name: string }[] {
  const all = [...document.querySelectorAll<HTMLElement>('*')]
  const groups = new Set<string>()
  return all.flatMap((element, index) => {
    if (element.tabIndex < 0 || element.matches(':disabled, body, html, svg *')) return []
    if (!element.matches('a[href], button, input, select, textarea, summary, [tabindex]')) return []
    if (!element.checkVisibility({ visibilityProperty: true })) return []
    if (element instanceof HTMLInputElement && element.type === 'hidden') return []
    if (element instanceof HTMLInputElement && element.type === 'radio') {
      if (groups.has(element.name)) return []
      groups.add(element.name)
      const checked = document.querySelector<HTMLElement>(
        `input[type=radio][name="${CSS.escape(element.name)}"]:checked`,
      )
      if (checked) return [{ index: all.indexOf(checked), name: checked.outerHTML.slice(0, 80) }]
    }
    return [{ index, name: element.outerHTML.slice(0, 80) }]
  })
}

function noteStops(): void {
  const noted: Stop[] = []
  Object.assign(window, { noted })
  const isDrawn = (element: Element | null, pseudo?: string) =>
    element !== null && getComputedStyle(element, pseudo).outlineStyle !== 'none'
  document.addEventListener('focusin', ({ target }) => {
    const element = target as HTMLElement
    noted.push({
      index: [...document.querySelectorAll('*')].indexOf(element),
      name: element.outerHTML.slice(0, 80),
      isOutlined:
        isDrawn(element) || isDrawn(element, '::after') || isDrawn(element.parentElement),
    })
  })
}

/** Goes through a page with the Tab key, from its beginning until the focus leaves it. */
export async function tabThrough(page: Page): Promise<{ expected: number[]; stops: Stop[] }> {
  const expected = await page.evaluate(listStops)
  await page.evaluate(noteStops)
  for (let each = 0; each < Math.min(expected.length, LIMIT); each += 1)
    await page.keyboard.press('Tab')
  const stops = await page.evaluate(() => (window as unknown as { noted: Stop[] }).noted)
  return { expected: expected.slice(0, LIMIT).map(({ index }) => index), stops }
}
