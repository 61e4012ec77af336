/** Run in the browser by `page.evaluate`: text that is cut or overlaps other text. */
export function findSpoiltText(): string[] {
  const faults: string[] = []
  const excess = document.documentElement.scrollWidth - document.documentElement.clientWidth
  if (excess > 0) faults.push(`scrolls sideways by ${excess} px`)

  const getText = (element: Element) => (element.textContent ?? '').trim().slice(0, 40)
  const isSeen = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) && !element.closest('svg')
  const cuts = ['hidden', 'clip']
  const scrolls = ['auto', 'scroll']

  const pieces: { text: Text; block: Element; box: DOMRect }[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node as Text
    const parent = text.parentElement
    if (!text.data.trim() || !parent || !isSeen(parent)) continue
    const range = document.createRange()
    range.selectNodeContents(text)
    // Limits text to the boxes around it. Cut text is a fault, except in boxes that shorten or scroll it.
    let [left, top, right, bottom] = [-Infinity, -Infinity, Infinity, Infinity]
    let isPart = false
    let block: Element = parent
    while (getComputedStyle(block).display.startsWith('inline') && block.parentElement)
      block = block.parentElement
    for (let box: Element | null = parent; box && box !== document.body; box = box.parentElement) {
      const style = getComputedStyle(box)
      if (style.clip !== 'auto' || style.clipPath !== 'none' || style.opacity === '0') isPart = true
      const isCut = cuts.includes(style.overflowX) || cuts.includes(style.overflowY)
      const doesScroll = scrolls.includes(style.overflowX) || scrolls.includes(style.overflowY)
      if (!isCut && !doesScroll) continue
      if (style.webkitLineClamp !== 'none' || style.textOverflow === 'ellipsis' || doesScroll)
        isPart = true
      const outer = box.getBoundingClientRect()
      ;[left, top] = [Math.max(left, outer.left), Math.max(top, outer.top)]
      ;[right, bottom] = [Math.min(right, outer.right), Math.min(bottom, outer.bottom)]
    }
    for (const box of range.getClientRects()) {
      if (box.width < 1) continue
      const isCutOff =
        box.left < left - 1 || box.right > right + 1 || box.top < top - 6 || box.bottom > bottom + 6
      if (isCutOff && !isPart) faults.push(`cuts «${getText(parent)}»`)
      if (!isPart && !isCutOff) pieces.push({ text, block, box })
    }
    // A column must be wide enough for each single word of its heading.
    if (isPart || !parent.closest('th')) continue
    for (const { 0: word, index } of text.data.matchAll(/[^\s-]+/g)) {
      range.setStart(text, index)
      range.setEnd(text, index + word.length)
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
      if (lines.size > 1) faults.push(`breaks the word «${word}»`)
    }
  }

  const isFixed = (element: Element | null): boolean =>
    element !== null &&
    (['fixed', 'sticky'].includes(getComputedStyle(element).position) ||
      isFixed(element.parentElement))
  const flowing = pieces.filter(({ block }) => !isFixed(block))
  flowing.sort((one, other) => one.box.top - other.box.top)
  flowing.forEach((one, index) => {
    for (const other of flowing.slice(index + 1)) {
      // Boxes are higher than their letters, so a small overlap of two boxes is no fault.
      const height = Math.min(one.box.bottom, other.box.bottom) - other.box.top
      if (height <= 0) break
      const width =
        Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
      const lowest = Math.min(one.box.height, other.box.height)
      if (one.block === other.block || width <= 2 || height <= lowest / 2) continue
      faults.push(`«${getText(one.block)}» lies on «${getText(other.block)}»`)
    }
  })
  return [...new Set(faults)]
}

/**
 * Runs in the browser by `page.evaluate`: elements that a bar covers while they have the focus (WCAG 2.4.11).
 * Moves the focus through the whole page.
 */
export function findObscuredFocus(): string[] {
  const faults: string[] = []
  const places =
    'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex="0"]'
  const all = [...document.querySelectorAll<HTMLElement>(places)].filter((target) =>
    target.checkVisibility({ visibilityProperty: true }),
  )
  // Checks about 40 elements of a long page, because its bars cover all of them alike.
  const most = 40
  const step = Math.ceil(all.length / most)
  const targets = all.filter((_, place) => place % step === 0)
  // From the end as well: the page scrolls the other way then.
  for (const target of [...targets, ...[...targets].reverse()]) {
    target.focus()
    if (document.activeElement !== target) continue
    const box = target.getClientRects()[0]
    // A field that is drawn by its label.
    if (!box || box.width < 3 || getComputedStyle(target).opacity === '0') continue
    const rows = [0.15, 0.5, 0.85].map((share) => box.top + box.height * share)
    const columns = [0.15, 0.5, 0.85].map((share) => box.left + box.width * share)
    // Points outside the window hit no element, so they do not count as covered.
    const points = rows
      .flatMap((y) => columns.map((x) => document.elementFromPoint(x, y)))
      .filter((hit) => hit !== null)
    const hits = points.filter(
      (hit) =>
        target.contains(hit) || hit.contains(target) || hit.closest('label')?.control === target,
    )
    // Of an element higher than half the window one visible point is enough.
    const least = box.height > innerHeight / 2 ? 1 : Math.max(1, points.length * 0.6)
    const name = target.textContent || target.getAttribute('aria-label') || target.outerHTML
    if (hits.length < least)
      faults.push(
        `«${name.trim().slice(0, 50)}» is seen at ${hits.length} of ${points.length} points`,
      )
  }
  ;(document.activeElement as HTMLElement | null)?.blur()
  scrollTo(0, 0)
  return [...new Set(faults)]
}

/** Runs in the browser by `page.evaluate`: the share of the window's height that bars cover, 0 to 1. */
export function shareOfBars(): number {
  scrollTo(0, document.documentElement.scrollHeight)
  let covered = 0
  for (const element of document.body.querySelectorAll('*')) {
    const { position } = getComputedStyle(element)
    if (position !== 'fixed' && position !== 'sticky') continue
    const box = element.getBoundingClientRect()
    // A rail beside the page takes nothing from its height.
    if (box.width < innerWidth / 2 || !element.checkVisibility()) continue
    covered += Math.max(0, Math.min(box.bottom, innerHeight) - Math.max(box.top, 0))
  }
  scrollTo(0, 0)
  return covered / innerHeight
}

/** Run in the browser by `page.evaluate`: what would move for longer than a millisecond. */
export function findMotion(): string[] {
  const isLong = (times: string) => times.split(',').some((time) => parseFloat(time) > 0.001)
  const faults: string[] = []
  for (const element of document.querySelectorAll('*'))
    for (const pseudo of [undefined, '::before', '::after']) {
      const style = getComputedStyle(element, pseudo)
      const doesMove =
        isLong(style.transitionDuration) ||
        (style.animationName !== 'none' && isLong(style.animationDuration)) ||
        style.scrollBehavior === 'smooth'
      if (doesMove) faults.push(`${element.outerHTML.slice(0, 80)} ${pseudo ?? ''}`)
    }
  return faults
}
