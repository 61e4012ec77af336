/**
 * Runs in the browser by `page.evaluate`: sideways scroll, cut text, small targets and pictures without size,
 * as text.
 */
export function measureScreen(): string[] {
  const faults: string[] = []
  const root = document.documentElement
  const getName = (element: Element) =>
    `<${element.tagName.toLowerCase()}> «${(element.textContent || element.getAttribute('aria-label') || element.getAttribute('name') || '').trim().slice(0, 40)}»`
  const isSeen = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) &&
    element.getBoundingClientRect().width > 2

  if (root.scrollWidth > root.clientWidth)
    faults.push(`scrolls sideways by ${root.scrollWidth - root.clientWidth} px`)

  for (const element of document.body.querySelectorAll('*')) {
    const style = getComputedStyle(element)
    const isCut = style.overflowX === 'hidden' || style.overflowX === 'clip'
    if (!isCut || style.textOverflow === 'ellipsis' || !isSeen(element)) continue
    if (element instanceof SVGElement || !element.textContent?.trim()) continue
    if (element.scrollWidth > element.clientWidth + 1)
      faults.push(`cuts the text of ${getName(element)}`)
  }

  // A tap 21 px beside the middle of a target must hit it, unless the target is 44 px large. Links within a
  // sentence are exempt (WCAG 2.5.8).
  const side = 44
  const targets = 'a[href], button, input:not([type=hidden]), select, textarea, summary'
  for (const target of document.body.querySelectorAll(targets)) {
    if (!isSeen(target) || getComputedStyle(target).display === 'inline') continue
    // Skips elements that are visible only with the focus on them.
    if (getComputedStyle(target).clip !== 'auto') continue
    const { width, height } = target.getBoundingClientRect()
    if (width >= side - 0.5 && height >= side - 0.5) continue
    target.scrollIntoView({ block: 'center', behavior: 'instant' })
    const box = target.getBoundingClientRect()
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
    const reach = side / 2 - 1
    const around = [
      ...(width < side ? [-reach, reach].map((by) => [x + by, y] as const) : []),
      ...(height < side ? [-reach, reach].map((by) => [x, y + by] as const) : []),
    ]
    const isHit = around.every(([left, top]) => {
      const hit = document.elementFromPoint(left, top)
      return hit !== null && (target.contains(hit) || hit.closest('label')?.control === target)
    })
    if (!isHit) faults.push(`${getName(target)} is a small target: ${width} × ${height}`)
  }

  for (const image of document.images)
    if (!image.getAttribute('width') || !image.getAttribute('height'))
      faults.push(`${image.src} says no size`)
  return faults
}
