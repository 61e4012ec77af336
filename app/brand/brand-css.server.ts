import type { BrandPack } from './brand-pack.server'
import type { BrandData } from './brand-schema.server'

const SYSTEM_FONTS = `system-ui,-apple-system,'Segoe UI',sans-serif`

const coloursOf = (colours: Record<string, string>) =>
  Object.entries(colours)
    .map(([name, colour]) => `--color-${name}:${colour};`)
    .join('')

const radiiOf = (radius: BrandData['radius']) =>
  Object.entries(radius)
    .map(([name, size]) => `--radius-${name}:${size}rem;`)
    .join('')

function faceOf({ family, weight, files }: BrandData['font'], addresses: readonly string[]) {
  return addresses
    .map((address, index) => {
      const letters = files[index]?.letters
      const range = letters ? `;unicode-range:${letters.replaceAll(', ', ',')}` : ''
      return `@font-face{font-family:'${family}';font-style:normal;font-weight:${weight};font-display:swap;src:url(${address}) format('woff2')${range}}`
    })
    .join('')
}

/**
 * Adapts a system font to the metrics of the brand's font, to prevent layout shifts.
 */
function fallbackOf({ family, measure }: BrandData['font']): string {
  if (!measure) return ''
  const lines = Object.entries(measure).map(([name, share]) => `;${name}:${share}`)
  return `@font-face{font-family:'${family} Fallback';src:local('Roboto'),local('Arial'),local('Liberation Sans')${lines.join('')}}`
}

const fontsOf = ({ family, measure }: BrandData['font']) =>
  `'${family}',${measure ? `'${family} Fallback',` : ''}${SYSTEM_FONTS}`

const drawingUrl = (svg: string) =>
  `url("data:image/svg+xml,${svg.replace(/["%#<>{}\s]+/g, encodeURIComponent)}")`

const PATTERN = '--brand-pattern'

export interface BrandCss {
  /** The styles before a page's sheets: fonts, colours and radii of the brand. */
  head: string
  /**
   * The same with the brand's pattern inline (3 kB), for pages with sheets that use it; `head` only has the
   * pattern's address.
   */
  headWithPattern: string
  /** Fonts, colours and radii for pages of the service worker. */
  offline: string
}

/**
 * The brand's styles. They precede tokens.css, which changes some for print, large letters and more
 * contrast.
 */
export function brandCss({ data, fonts }: BrandPack, pattern: string): BrandCss {
  const { light, dark, more } = data.colours
  const root = `:root{--font:${fontsOf(data.font)};${radiiOf(data.radius)}${coloursOf(light)}`
  const rest = [
    `@media screen and (prefers-color-scheme:dark){:root:not([data-theme=light]){${coloursOf(dark)}}}`,
    `@media screen{:root[data-theme=dark]{${coloursOf(dark)}}}`,
    `@media (prefers-contrast:more){:root{${coloursOf(more)}}}`,
  ].join('')
  const faces = faceOf(data.font, fonts) + fallbackOf(data.font)
  const head = (image: string) => `${faces}${root}${PATTERN}:${image}}${rest}`
  return {
    head: head('url(/assets/svg/illustrations/base/pattern.svg)'),
    headWithPattern: head(drawingUrl(pattern)),
    offline: offlineCss(data, fonts),
  }
}

/** True when a page's sheets use the pattern. */
export const showsPattern = (css: string) => css.includes(`var(${PATTERN})`)

const offlineNames = [
  ...(['bg', 'surface', 'ink', 'ink-muted', 'primary', 'on-primary'] as const),
  ...(['warning', 'warning-soft'] as const),
]

function offlineCss(data: BrandData, fonts: readonly string[]): string {
  const { font, colours, radius } = data
  const of = (theme: Record<string, string>) =>
    offlineNames.map((name) => `--${name}:${theme[name]};`).join('')
  const till = `--bg:#fff;--surface:#fff;--ink:${colours.light.ink};`
  return [
    faceOf(font, fonts.slice(0, 1)),
    `:root{color-scheme:light;--font:${fontsOf({ ...font, measure: undefined })};--radius-m:${radius.m}rem;--radius-l:${radius.l}rem;${of(colours.light)}}`,
    `@media(prefers-color-scheme:dark){:root{color-scheme:dark;${of(colours.dark)}}}`,
    `.till{${of(colours.light)}${till}color-scheme:light}`,
    `.paper{color:${colours.light.ink}}.paper .when{color:${colours.light['ink-muted']}}`,
  ].join('\n')
}
