import type { BrandData, Colours } from './brand-schema.server'

/** Each colour with the grounds on which it stands and its least contrast there (WCAG 2). */
const rules = `
  ink: bg surface sunken 7
  ink-muted: bg surface sunken 4.5
  primary: bg surface primary-soft info-soft warning-soft danger-soft 4.5
  on-primary: primary primary-hover 4.5
  on-primary-soft: primary-soft primary-soft-hover 4.5
  on-accent: accent accent-hover 4.5
  on-plate: plate 7
  on-plate-muted: plate 4.5
  accent: plate 3
  star-on-plate: plate 3
  danger: bg surface danger-soft 4.5
  on-danger: danger danger-hover 4.5
  success: surface success-soft 4.5
  warning: surface warning-soft 4.5
  info: surface info-soft 4.5
  line-strong: surface bg 3
  focus: bg surface 3`

/** The same for visitors who prefer more contrast. */
const sharpRules = `
  ink: bg surface sunken primary-soft 7
  ink-muted: bg surface sunken primary-soft 7
  primary: bg surface sunken primary-soft info-soft warning-soft 7
  line: bg surface sunken primary-soft 7
  danger: surface danger-soft 7
  success: surface success-soft 7
  warning: surface warning-soft 7
  info: surface info-soft 7
  on-plate-muted: plate 7
  on-primary-soft: primary-soft 7
  on-primary: primary 7
  on-danger: danger 7`

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** The WCAG contrast of two colours `#rrggbb`: 1 to 21. */
export function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

/** The colours for visitors who prefer more contrast, as `prefers-contrast: more` in tokens.css. */
function sharpened(theme: Colours, more: Partial<Colours> = {}): Colours {
  const { ink } = theme
  const lines = { 'ink-muted': ink, line: ink, 'line-strong': ink }
  return { ...theme, ...more, ...lines, 'on-plate-muted': theme['on-plate'] }
}

function errorsIn(where: string, theme: Colours, table: string): string[] {
  return table.split(/\n\s*/).flatMap((rule) => {
    const [front, ...rest] = rule.split(/:? /) as (keyof Colours)[]
    const least = Number(rest.pop())
    return rest.flatMap((back) => {
      const found = contrast(theme[front!], theme[back])
      // Rounded down, so that 4.49 is never shown as 4.5.
      const rounded = Math.floor(found * 100) / 100
      return found >= least
        ? []
        : [`colours.${where}: ${front} on ${back} is ${rounded} : 1, must be at least ${least} : 1`]
    })
  })
}

/** Every pair of colours with too little contrast, as text. */
export const contrastErrors = ({ light, dark, more }: BrandData['colours']): string[] => [
  ...errorsIn('light', light, rules),
  ...errorsIn('dark', dark, rules),
  ...errorsIn('light with more contrast', sharpened(light, more), sharpRules),
  ...errorsIn('dark with more contrast', sharpened(dark), sharpRules),
]
