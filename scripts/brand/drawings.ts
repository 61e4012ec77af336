import type { Colours } from '../../app/brand/brand-schema.server'
import { getOklch, hex } from './palette'

/** Leaves are part of the default brand's drawings only. */
const leaf =
  /<g transform="translate\([^"]*\) rotate\([^"]*\)"><path fill="#[\da-f]{3,6}" d="M0 0C-[^"]*Z"\/>(?:<path d="M0 8[^>]*\/>)?<\/g>\n?/g
const stem = /<path d="M[^"]*" (?:fill="none" )?stroke="#74bd66"[^>]*\/>\n?/g
const tomato = /<g transform="[^"]*scale\([^"]*\)">(?:<path [^>]*\/>)+<\/g>\n?/g
const star =
  /<path d="(M(?:-?[\d.]+ -?[\d.]+L?){6,}Z)" fill="(#[\da-f]{6})" stroke="#[\da-f]{6}" stroke-width="([\d.]+)"[^>]*\/>/g

/** The currency as a coin of a star's size: not every currency is a star. */
function coin(points: string, colour: string, width: number): string {
  const numbers = (points.match(/-?[\d.]+/g) ?? []).map(Number)
  const xs = numbers.filter((_, at) => at % 2 === 0)
  const ys = numbers.filter((_, at) => at % 2 === 1)
  const middle = (list: number[]) => (Math.min(...list) + Math.max(...list)) / 2
  const radius = (Math.max(...xs) - Math.min(...xs) + width) / 2.2
  const round = (value: number) => Math.round(value * 10) / 10
  const [x, y, r] = [middle(xs), middle(ys), radius].map(round)
  return `<circle cx="${x}" cy="${y}" r="${r}" fill="${colour}"/>`
}

const hues = { green: [130, 200], lime: [105, 130] } as const
const within = (hue: number, [from, to]: readonly [number, number]) => hue >= from && hue < to

/**
 * Replaces a colour of the default brand. Pure greys stay; dull tones and greens take the hue of `first`, all
 * others that of `second`.
 */
function recolour(colour: string, first: string, second: string): string {
  const { l, c, h } = getOklch(colour)
  if (c < 0.004) return colour
  const of = (brand: string, chroma: number) => hex({ l, c: chroma, h: getOklch(brand).h })
  if (c < 0.045) return of(first, Math.min(c, 0.03))
  if (within(h, hues.lime)) return of(second, Math.min(0.16, getOklch(second).c))
  if (within(h, hues.green)) return of(first, Math.min(0.16, Math.max(c, getOklch(first).c * 0.7)))
  return of(second, c)
}

/**
 * A default illustration in a brand's colours, without the leaves.
 * @param svg of `brands/april/illustrations`
 */
export function redraw(svg: string, { plate, accent }: Colours): string {
  return svg
    .replace(leaf, '')
    .replace(tomato, '')
    .replace(stem, '')
    .replace(star, (_, points: string, colour: string, width: string) =>
      coin(points, colour, Number(width)),
    )
    .replace(/#[\da-f]{6}\b/g, (colour) => recolour(colour, plate, accent))
    .replace(/<g opacity="[^"]*"><\/g>\n?/g, '')
}

/** The pattern of plates: rings that leave the picture at its right. */
export function drawPattern({ accent }: Colours): string {
  const ring = (radius: number, colour: string, opacity: number) =>
    `<circle cx="380" cy="170" r="${radius}" stroke="${colour}" stroke-width="26" opacity="${opacity}"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="416" height="330" viewBox="0 0 416 330" fill="none">${ring(60, accent, 0.1)}${ring(120, '#ffffff', 0.05)}${ring(180, accent, 0.06)}</svg>`
}

/** The currency as a coin in place of the star: filled, and as a line. */
export function drawCurrencyIcons(): Record<'currency' | 'currency-line', string> {
  const icon = (fill: string, inner: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round"><circle cx="12" cy="12" r="8.6"${fill}/>${inner}</svg>`
  return {
    currency: icon(' fill="currentColor"', ''),
    'currency-line': icon('', '<path d="M9 15.5V8.5h4a2.2 2.2 0 0 1 0 4.6H9"/>'),
  }
}
