import type { BrandData, Colours } from './brand-schema.server'

/** Each pair of colours on the screens with its least contrast (WCAG 2). */
const pairs: readonly (readonly [front: keyof Colours, back: keyof Colours, least: number])[] = [
  ['ink', 'bg', 7],
  ['ink', 'surface', 7],
  ['ink', 'sunken', 7],
  ['ink-muted', 'bg', 4.5],
  ['ink-muted', 'surface', 4.5],
  ['ink-muted', 'sunken', 4.5],
  ['primary', 'bg', 4.5],
  ['primary', 'surface', 4.5],
  ['on-primary', 'primary', 4.5],
  ['on-primary', 'primary-hover', 4.5],
  ['primary', 'primary-soft', 4.5],
  ['on-primary-soft', 'primary-soft', 4.5],
  ['on-primary-soft', 'primary-soft-hover', 4.5],
  ['on-accent', 'accent', 4.5],
  ['on-accent', 'accent-hover', 4.5],
  ['on-plate', 'plate', 7],
  ['on-plate-muted', 'plate', 4.5],
  ['accent', 'plate', 3],
  ['star-on-plate', 'plate', 3],
  ['danger', 'bg', 4.5],
  ['danger', 'surface', 4.5],
  ['danger', 'danger-soft', 4.5],
  ['on-danger', 'danger', 4.5],
  ['on-danger', 'danger-hover', 4.5],
  ['success', 'success-soft', 4.5],
  ['success', 'surface', 4.5],
  ['warning', 'warning-soft', 4.5],
  ['warning', 'surface', 4.5],
  ['info', 'info-soft', 4.5],
  ['info', 'surface', 4.5],
  ['primary', 'info-soft', 4.5],
  ['primary', 'warning-soft', 4.5],
  ['primary', 'danger-soft', 4.5],
  ['line-strong', 'surface', 3],
  ['line-strong', 'bg', 3],
  ['focus', 'bg', 3],
  ['focus', 'surface', 3],
]

const SHARP = 7

/** The pairs that must reach 7 : 1 for visitors who prefer more contrast. */
const sharpPairs: readonly (readonly [front: keyof Colours, back: keyof Colours, least: number])[] =
  [
    ...(['bg', 'surface', 'sunken', 'primary-soft'] as const).flatMap((ground) =>
      (['ink', 'ink-muted', 'primary', 'line'] as const).map(
        (front) => [front, ground, SHARP] as const,
      ),
    ),
    ...(['danger', 'success', 'warning', 'info'] as const).flatMap(
      (tone) =>
        [
          [tone, 'surface', SHARP],
          [tone, `${tone}-soft`, SHARP],
        ] as const,
    ),
    ...(['info', 'warning'] as const).map((tone) => ['primary', `${tone}-soft`, SHARP] as const),
    ['on-plate-muted', 'plate', SHARP],
    ['on-primary-soft', 'primary-soft', SHARP],
    ['on-primary', 'primary', SHARP],
    ['on-danger', 'danger', SHARP],
  ]

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
function sharpened(theme: Colours, more: Partial<Colours>): Colours {
  return {
    ...theme,
    ...more,
    'ink-muted': theme.ink,
    line: theme.ink,
    'line-strong': theme.ink,
    'on-plate-muted': theme['on-plate'],
  }
}

function faultsIn(where: string, theme: Colours, rules: typeof pairs): string[] {
  return rules.flatMap(([front, back, least]) => {
    const found = contrast(theme[front], theme[back])
    // Rounded down, so that 4.49 is never shown as 4.5.
    const rounded = Math.floor(found * 100) / 100
    return found >= least
      ? []
      : [`colours.${where}: ${front} on ${back} is ${rounded} : 1, must be at least ${least} : 1`]
  })
}

/** Every pair of colours with too little contrast, as text. */
export function contrastErrors({ light, dark, more }: BrandData['colours']): string[] {
  return [
    ...faultsIn('light', light, pairs),
    ...faultsIn('dark', dark, pairs),
    ...faultsIn('light with more contrast', sharpened(light, more), sharpPairs),
    ...faultsIn('dark with more contrast', sharpened(dark, {}), sharpPairs),
  ]
}
