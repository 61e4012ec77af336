import { clampChroma, converter, formatHex } from 'culori'

import type { BrandData, Colours } from '../../app/brand/brand-schema.server'
import { contrast } from '../../app/brand/contrast.server'

const toOklch = converter('oklch')

interface Oklch {
  /** OKLCH lightness: 0 black, 1 white. */
  l: number
  /** OKLCH chroma: 0 grey, about 0.3 at most. */
  c: number
  /** Hue in degrees. */
  h: number
}

/** The nearest colour of a screen, as `#rrggbb`. */
export const hex = ({ l, c, h }: Oklch): string =>
  formatHex(clampChroma({ mode: 'oklch', l, c, h }, 'oklch')) ?? '#000000'

/** @param colour as `#rrggbb` */
export function getOklch(colour: string): Oklch {
  const { l = 0, c = 0, h = 0 } = toOklch(colour) ?? {}
  return { l, c, h }
}

const STEP = 0.005

/** The nearest tone, darker or lighter, with enough contrast on every ground. */
function against(tone: Oklch, direction: 1 | -1, grounds: string[], least: number): string {
  for (let l = tone.l; l >= 0 && l <= 1; l += direction * STEP) {
    const colour = hex({ ...tone, l })
    if (grounds.every((ground) => contrast(colour, ground) >= least)) return colour
  }
  return direction < 0 ? '#000000' : '#ffffff'
}

/** Hues of results (success, error), the same in every brand. */
const tones = { danger: 28, success: 150, warning: 70, info: 235 } as const

function getTheme(first: Oklch, second: Oklch, isDark: boolean): Colours {
  const h = first.h
  const tint = Math.min(first.c, 0.012)
  const towards = isDark ? 1 : -1
  const bg = hex({ l: isDark ? 0.19 : 0.972, c: tint, h })
  const surface = isDark ? hex({ l: 0.235, c: tint * 1.3, h }) : '#ffffff'
  const sunken = hex({ l: isDark ? 0.28 : 0.935, c: tint * 1.4, h })
  const grounds = [bg, surface, sunken]
  const soft = (name: keyof typeof tones) =>
    hex({ l: isDark ? 0.27 : 0.945, c: isDark ? 0.045 : 0.03, h: tones[name] })
  const primarySoft = hex({ l: isDark ? 0.32 : 0.93, c: Math.min(first.c, 0.045), h })
  const primarySoftHover = hex({ l: isDark ? 0.37 : 0.895, c: Math.min(first.c, 0.055), h })
  // In the dark theme the second colour leads: the first is the ground there.
  const lead = isDark ? { ...second, l: Math.max(second.l, 0.8) } : first
  const softs = [primarySoft, soft('info'), soft('warning'), soft('danger')]
  const primary = against(
    lead,
    towards,
    [bg, surface, ...softs, isDark ? sunken : '#ffffff'],
    isDark ? 7 : 4.6,
  )
  const hovered = getOklch(primary)
  const plateTone = { ...first, l: Math.min(first.l, isDark ? 0.36 : 0.42) }
  const onPlate = hex({ l: 0.977, c: 0.01, h })
  const plate = against(plateTone, -1, [onPlate], 7.2)
  const accentTone = { ...second, l: Math.max(second.l, 0.78) }
  const onAccent = hex({ l: 0.24, c: 0.04, h: second.h })
  const accent = against(accentTone, 1, [plate, onAccent], 4.6)
  const ink = hex({ l: isDark ? 0.955 : 0.23, c: tint * 1.4, h })
  const status = (name: keyof typeof tones) =>
    against(
      { l: isDark ? 0.8 : 0.52, c: isDark ? 0.11 : 0.14, h: tones[name] },
      towards,
      [bg, surface, soft(name)],
      isDark ? 7 : 4.6,
    )
  const danger = status('danger')
  return {
    bg,
    surface,
    sunken,
    ink,
    'ink-muted': against({ l: isDark ? 0.72 : 0.5, c: tint * 1.4, h }, towards, grounds, 4.6),
    line: hex({ l: isDark ? 0.34 : 0.895, c: tint * 1.4, h }),
    'line-strong': against(
      { l: isDark ? 0.52 : 0.66, c: tint * 1.6, h },
      towards,
      [bg, surface],
      3.1,
    ),
    primary,
    'primary-hover': hex({ ...hovered, l: hovered.l + (isDark ? 0.05 : -0.06) }),
    'on-primary': isDark ? against({ ...second, l: 0.25 }, -1, [primary], 7.1) : '#ffffff',
    'primary-soft': primarySoft,
    'primary-soft-hover': primarySoftHover,
    'on-primary-soft': against(
      { ...lead, l: isDark ? 0.88 : 0.4, c: lead.c * 0.7 },
      towards,
      [primarySoft, primarySoftHover],
      isDark ? 7.1 : 4.6,
    ),
    accent,
    'accent-hover': hex({ ...getOklch(accent), l: Math.min(0.97, getOklch(accent).l + 0.05) }),
    'on-accent': onAccent,
    plate,
    'plate-deep': hex({ ...getOklch(plate), l: getOklch(plate).l - 0.06 }),
    'on-plate': onPlate,
    'on-plate-muted': against({ l: 0.86, c: 0.035, h }, 1, [plate], 4.6),
    danger,
    'danger-hover': hex({ ...getOklch(danger), l: getOklch(danger).l + (isDark ? 0.05 : -0.06) }),
    'on-danger': isDark ? against({ l: 0.25, c: 0.05, h: 28 }, -1, [danger], 7.1) : '#ffffff',
    'danger-soft': soft('danger'),
    success: status('success'),
    'success-soft': soft('success'),
    warning: status('warning'),
    'warning-soft': soft('warning'),
    info: status('info'),
    'info-soft': soft('info'),
    star: hex({ ...second, l: isDark ? 0.82 : 0.72 }),
    'star-on-plate': against({ ...second, l: 0.85 }, 1, [plate], 4.5),
    focus: primary,
  }
}

/** Colours of the light theme with a contrast of 7 : 1, for `prefers-contrast: more`. */
function sharpened(light: Colours): BrandData['colours']['more'] {
  const { bg, surface, sunken } = light
  const soft = light['primary-soft']
  const darker = (colour: string, grounds: string[]) => against(getOklch(colour), -1, grounds, 7.1)
  const primary = darker(light.primary, [
    ...[bg, surface, sunken, soft],
    ...[light['info-soft'], light['warning-soft'], light['on-primary']],
  ])
  return {
    primary,
    'on-primary-soft': darker(light['on-primary-soft'], [soft]),
    danger: darker(light.danger, [surface, light['danger-soft'], light['on-danger']]),
    success: darker(light.success, [surface, light['success-soft']]),
    warning: darker(light.warning, [surface, light['warning-soft']]),
    info: darker(light.info, [surface, light['info-soft']]),
  }
}

/**
 * Every colour of a brand from two, moved as little as the contrast rules require.
 * @param colour of grounds and buttons, `#rrggbb`
 * @param second the accent on the first
 */
export function createColours(colour: string, second: string): BrandData['colours'] {
  const [first, other] = [getOklch(colour), getOklch(second)]
  const light = getTheme(first, other, false)
  return { light, dark: getTheme(first, other, true), more: sharpened(light) }
}
