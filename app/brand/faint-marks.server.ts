import type { BrandPack } from './brand-pack.server'
import type { BrandData } from './brand-schema.server'
import { contrast } from './contrast.server'

/**
 * The least contrast of a mark with the page: below 2 : 1 it is hard to see. WCAG requires no contrast for
 * logos.
 */
const LEAST = 2
const themes = ['light', 'dark'] as const

type Theme = BrandData['colours'][(typeof themes)[number]]

/** `#rgb` as `#rrggbb`; null for other notations, which are not checked. */
function colourOf(paint: string, theme: Theme): string | null {
  const own = /^var\(--color-([\w-]+)\)$/.exec(paint)?.[1]
  const text = (own ? (theme[own as keyof Theme] ?? '') : paint).trim().toLowerCase()
  if (text === 'currentcolor') return theme.ink
  if (text === 'white') return '#ffffff'
  if (text === 'black') return '#000000'
  if (/^#[\da-f]{3}$/.test(text)) return text.replace(/[\da-f]/g, '$&$&')
  return /^#[\da-f]{6}$/.test(text) ? text : null
}

const isPaint = (value: string) => value !== 'none' && !value.startsWith('url(')

/** The colours of a drawing; black where a shape has none. */
function paintsOf(text: string): string[] {
  const named = [...text.matchAll(/ (?:fill|stroke|stop-color)="([^"]*)"/g)].map(
    ([, value = '']) => value,
  )
  const shapes = text.match(/<(?:path|rect|circle|ellipse|polygon)\b[^>]*>/g) ?? []
  const isInherited = /<(?:svg|g)\b[^>]* fill="/.test(text)
  const hasBlack = !isInherited && shapes.some((shape) => !shape.includes(' fill="'))
  return [...named.filter(isPaint), ...(hasBlack ? ['black'] : [])]
}

/**
 * The marks without enough contrast on a background, as text. Colours in an unknown notation count
 * as visible.
 */
export function faintMarks({ icons, data }: Pick<BrandPack, 'icons' | 'data'>): string[] {
  return ['mark', 'logo'].flatMap((name) => {
    const paints = paintsOf(icons.get(name)?.text ?? '')
    return themes.flatMap((where) => {
      const theme = data.colours[where]
      const colours = paints.map((paint) => colourOf(paint, theme))
      const isSeen = colours.some((colour) => !colour || contrast(colour, theme.bg) >= LEAST)
      if (paints.length === 0 || isSeen) return []
      return [
        `${name}.svg: can hardly be seen on ${where} pages (${theme.bg}): give it a ground or an outline of its own`,
      ]
    })
  })
}
