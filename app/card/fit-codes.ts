/**
 * Gives each module of the drawn codes the same whole number of screen pixels, on every pixel ratio.
 */
export function fitCodes(paper: Element): void {
  for (const drawing of paper.querySelectorAll<SVGSVGElement>('svg')) {
    const modules = drawing.viewBox.baseVal.width
    const { left = 0, width = 0 } = drawing.parentElement?.getBoundingClientRect() ?? {}
    const pixels = Math.floor((width * devicePixelRatio) / modules)
    if (pixels === 0) continue
    const fitting = (pixels * modules) / devicePixelRatio
    // The first bar starts at a whole pixel: in the middle of one, equal bars are rounded apart.
    const start = Math.round((left + (width - fitting) / 2) * devicePixelRatio) / devicePixelRatio
    drawing.style.width = `${fitting}px`
    drawing.style.marginLeft = `${start - left}px`
  }
}
