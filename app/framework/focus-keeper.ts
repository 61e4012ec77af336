/** How long a screen may take to focus its heading or error summary itself. */
const OWN_WAY_MS = 100

/** One ancestor of the focused element, with its position among siblings. */
interface Step {
  parent: Element
  before: Element | null
  /** Number of children of `before` when the focus was noted; children from this index on are new. */
  count: number
}

function getWay(element: Element): Step[] {
  const way: Step[] = []
  for (let each = element; each.parentElement; each = each.parentElement) {
    const before = each.previousElementSibling
    way.push({ parent: each.parentElement, before, count: before?.childElementCount ?? 0 })
  }
  return way
}

/** The next focus target: the first new entry of a list before the lost element, or the element before. */
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
 * A pressed element may remove itself: an answered notice, the last «Показать ещё», a removed coupon. The
 * focus then moves to the element in its place, not to the start of the page.
 */
export function keepFocus(): void {
  let held: Element | null = null
  let way: Step[] = []
  const note = () => {
    const { activeElement } = document
    if (!activeElement || activeElement === document.body) return
    held = activeElement
    way = getWay(activeElement)
  }
  const isLost = () =>
    held !== null && !held.isConnected && document.activeElement === document.body
  document.addEventListener('focusin', note)
  // A list may have grown since the focus event, so each click notes the position again.
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
