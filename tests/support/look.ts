/** Run in the browser by `page.evaluate`: what a ruler finds wrong with a screen, as text. */
export function measureScreen(): string[] {
  const faults: string[] = []
  const root = document.documentElement
  const nameOf = (element: Element) =>
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
      faults.push(`cuts the text of ${nameOf(element)}`)
  }

  // A target is measured with a finger: what is hit 21 px away from its middle, where it is not
  // itself as large as that. Links within a sentence are excepted (WCAG 2.5.8).
  const side = 44
  const targets = 'a[href], button, input:not([type=hidden]), select, textarea, summary'
  for (const target of document.body.querySelectorAll(targets)) {
    if (!isSeen(target) || getComputedStyle(target).display === 'inline') continue
    // Seen only with the focus on it.
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
    if (!isHit) faults.push(`${nameOf(target)} is a small target: ${width} × ${height}`)
  }

  for (const image of document.images)
    if (!image.getAttribute('width') || !image.getAttribute('height'))
      faults.push(`${image.src} says no size`)
  return faults
}
