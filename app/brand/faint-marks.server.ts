import type { BrandPack } from './brand-pack.server'
import type { BrandData } from './brand-shape.server'
import { contrast } from './contrast.server'

/** Below it a drawing is not seen at a glance; marks need no more by WCAG. */
const LEAST = 2
const themes = ['light', 'dark'] as const

type Theme = BrandData['colours'][(typeof themes)[number]]

/** `#rgb` as `#rrggbb`; null for what is written in a way that is not looked at. */
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

/** Everything that a drawing is painted with: black where a shape names nothing. */
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
 * Which of the brand's marks cannot be seen on which pages, as text: none of its colours differs enough
 * from the ground. What is painted in a way that is not understood counts as seen.
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
