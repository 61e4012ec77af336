/** How long a screen has to put the focus somewhere itself: on its heading, on what is wrong. */
const OWN_WAY_MS = 100

/** One step up from what has the focus: beside what it stands there. */
interface Step {
  parent: Element
  before: Element | null
  /** So many elements stand in the one before: what is there more was added since. */
  count: number
}

function wayOf(element: Element): Step[] {
  const way: Step[] = []
  for (let each = element; each.parentElement; each = each.parentElement) {
    const before = each.previousElementSibling
    way.push({ parent: each.parentElement, before, count: before?.childElementCount ?? 0 })
  }
  return way
}

/** The next focus target, where something was: the first entry that a list before it has got, else what was before. */
function nextTarget(way: readonly Step[]): Element | null {
  for (const { parent, before, count } of way) {
    if (!parent.isConnected) continue
    const added = before?.matches('ul, ol') ? before.children[count] : null
    const target = added ?? (before?.isConnected ? before : parent.firstElementChild)
    if (target instanceof HTMLElement && target.checkVisibility?.() !== false) return target
  }
  return null
}

/**
 * What is pressed may take itself away: a notice that is answered, the last «Показать ещё», a coupon
 * that is let go. The focus then goes to what stands in its place, and not back to the page's beginning.
 */
export function keepFocus(): void {
  let held: Element | null = null
  let way: Step[] = []
  const note = () => {
    const { activeElement } = document
    if (!activeElement || activeElement === document.body) return
    held = activeElement
    way = wayOf(activeElement)
  }
  const isLost = () =>
    held !== null && !held.isConnected && document.activeElement === document.body
  document.addEventListener('focusin', note)
  // A list may have grown since.
  document.addEventListener('click', note, true)
  note()

  new MutationObserver(() => {
    if (!isLost()) return
    setTimeout(() => {
      if (!isLost()) return
      const target = nextTarget(way)
      held = null
      if (target instanceof HTMLElement) takeFocus(target)
    }, OWN_WAY_MS)
  }).observe(document.body, { subtree: true, childList: true })
}

function takeFocus(element: HTMLElement): void {
  if (element.tabIndex < 0 && !element.hasAttribute('tabindex')) {
    element.tabIndex = -1
    element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true })
  }
  element.focus({ preventScroll: true })
}
