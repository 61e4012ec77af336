/**
 * Runs in the browser by `page.evaluate`, under forced colours: elements that can no longer be distinguished.
 */
export function findLostInForcedColours(): string[] {
  const faults: string[] = []
  const isSeen = (element: Element) => element.checkVisibility({ visibilityProperty: true })
  const getName = (element: Element) =>
    element.getAttribute('aria-label') ?? (element.textContent ?? '').trim().slice(0, 40)

  // A code is black on white for the camera, in any colour scheme.
  for (const code of document.querySelectorAll('[role=img]')) {
    if (!/QR|штрихкод/i.test(getName(code)) || !isSeen(code)) continue
    if (getComputedStyle(code).forcedColorAdjust !== 'none')
      faults.push(`the code «${getName(code)}» is re-coloured`)
  }

  // A selected element needs more than a background, which is removed.
  const marks = (element: Element) => {
    const { outlineStyle, outlineWidth, borderTopStyle, borderTopWidth, fontWeight } =
      getComputedStyle(element)
    const border = borderTopStyle === 'none' ? '' : borderTopWidth
    return [outlineStyle === 'none' ? '' : outlineWidth, border, fontWeight].join()
  }
  const chosen = document.querySelectorAll(
    'nav [aria-current], [aria-pressed=true], [aria-selected=true]',
  )
  for (const one of chosen) {
    const others = one.closest('ul, form, [role=tablist]')?.querySelectorAll(one.tagName) ?? []
    const other = [...others].find(
      (each) => each !== one && !each.matches('[aria-current], [aria-pressed=true]'),
    )
    if (other && isSeen(one) && marks(one) === marks(other))
      faults.push(`nothing marks «${getName(one)}» as chosen`)
  }

  for (const icon of document.querySelectorAll('svg[class] > use')) {
    if (!isSeen(icon)) continue
    const colour = getComputedStyle(icon).color
    if (!['rgb(255, 255, 255)', 'rgb(0, 0, 0)'].includes(colour) && !/^rgb/.test(colour))
      faults.push(`an icon of ${colour}`)
  }

  for (const bar of document.querySelectorAll('progress')) {
    const style = getComputedStyle(bar)
    const isOwn = style.appearance === 'none' && style.forcedColorAdjust !== 'none'
    if (isSeen(bar) && isOwn) faults.push(`the bar «${getName(bar)}» has no filling`)
  }
  for (const button of document.querySelectorAll('button, nav a')) {
    if (!isSeen(button)) continue
    ;(button as HTMLElement).focus()
    const { outlineStyle, outlineWidth } = getComputedStyle(button)
    if (button.matches(':focus-visible') && (outlineStyle === 'none' || outlineWidth === '0px'))
      faults.push(`the focus on «${getName(button)}» is not seen`)
  }
  return [...new Set(faults)]
}

/** Runs in the browser by `page.evaluate`: translucent elements. */
export function findTranslucent(): string[] {
  const faults: string[] = []
  for (const element of document.body.querySelectorAll('*')) {
    if (element.closest('svg, input') || !element.checkVisibility()) continue
    const style = getComputedStyle(element)
    const alpha = /^rgba\(.*, (0\.\d+)\)$/.exec(style.backgroundColor)?.[1]
    const isThin = Number(style.opacity) < 1 && element.clientWidth > 2
    if (alpha || isThin || style.backdropFilter !== 'none')
      faults.push(`${element.outerHTML.slice(0, 80)} ${style.backgroundColor} ${style.opacity}`)
  }
  return faults
}

/**
 * Runs in the browser by `page.evaluate`, for print: elements that are not dark on white, or useless on
 * paper.
 */
export function findUnprintable(): string[] {
  const faults: string[] = []
  const getLightness = (colour: string) => {
    const [red = 0, green = 0, blue = 0, alpha = 1] = (colour.match(/[\d.]+/g) ?? []).map(Number)
    return alpha === 0 ? null : (0.3 * red + 0.59 * green + 0.11 * blue) / 255
  }
  for (const element of document.querySelectorAll('html, body, body *')) {
    if (element.closest('svg, img') || !element.checkVisibility({ visibilityProperty: true }))
      continue
    const style = getComputedStyle(element)
    const name = `<${element.tagName.toLowerCase()}> «${(element.textContent ?? '').trim().slice(0, 40)}»`
    if (['fixed', 'sticky'].includes(style.position)) faults.push(`${name} is a bar`)
    if (element.matches('nav a, button:not([class*=visually])') && element.clientWidth > 2)
      faults.push(`${name} is of no use on paper`)
    const hasText = [...element.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
    )
    if (!hasText || element.clientWidth <= 2) continue
    const ink = getLightness(style.color)
    if (ink !== null && ink > 0.3) faults.push(`${name} is of ${style.color}`)
    let sheet: Element | null = element
    while (sheet && getLightness(getComputedStyle(sheet).backgroundColor) === null)
      sheet = sheet.parentElement
    const ground = sheet && getLightness(getComputedStyle(sheet).backgroundColor)
    if (ground !== null && ground < 0.85) faults.push(`${name} stands on a dark ground`)
  }
  return faults
}
