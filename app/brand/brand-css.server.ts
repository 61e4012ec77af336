import type { BrandPack } from './brand-pack.server'
import type { BrandData } from './brand-schema.server'

const SYSTEM_FONTS = `system-ui,-apple-system,'Segoe UI',sans-serif`

const getColours = (colours: Record<string, string>) =>
  Object.entries(colours)
    .map(([name, colour]) => `--color-${name}:${colour};`)
    .join('')

const getRadii = (radius: BrandData['radius']) =>
  Object.entries(radius)
    .map(([name, size]) => `--radius-${name}:${size}rem;`)
    .join('')

function getFace({ family, weight, files }: BrandData['font'], addresses: readonly string[]) {
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
function getFallback({ family, measure }: BrandData['font']): string {
  if (!measure) return ''
  const lines = Object.entries(measure).map(([name, share]) => `;${name}:${share}`)
  return `@font-face{font-family:'${family} Fallback';src:local('Roboto'),local('Arial'),local('Liberation Sans')${lines.join('')}}`
}

const getFonts = ({ family, measure }: BrandData['font']) =>
  `'${family}',${measure ? `'${family} Fallback',` : ''}${SYSTEM_FONTS}`

const MAX_INLINE_LETTERS = 4000

/**
 * The style that puts a small pattern in the place of its file: fetched after the first paint, a decoration would
 * become the largest one.
 */
function inlinePattern(svg: string): string {
  if (svg.length > MAX_INLINE_LETTERS) return ''
  const escaped = svg
    .replaceAll('"', "'")
    .replace(/[%#<>\\\n\r]/g, (sign) => encodeURIComponent(sign))
  return `:root{--brand-pattern:url("data:image/svg+xml,${escaped}")}`
}

/**
 * The brand's styles for pages and for the service worker's pages. They precede tokens.css, which changes some
 * for print, large letters and more contrast.
 */
export function brandCss({ data, fonts, illustrations }: BrandPack) {
  const { light, dark, more } = data.colours
  const head = [
    getFace(data.font, fonts) + getFallback(data.font),
    `:root{--font:${getFonts(data.font)};${getRadii(data.radius)}${getColours(light)}`,
    '--brand-pattern:url(/assets/svg/illustrations/base/pattern.svg)}',
    `@media screen and (prefers-color-scheme:dark){:root:not([data-theme=light]){${getColours(dark)}}}`,
    `@media screen{:root[data-theme=dark]{${getColours(dark)}}}`,
    `@media (prefers-contrast:more){:root{${getColours(more)}}}`,
  ].join('')
  const pattern = inlinePattern(illustrations.pattern.text)
  return { head, pattern, offline: offlineCss(data, fonts) }
}

const offlineNames = [
  ...(['bg', 'surface', 'ink', 'ink-muted', 'primary', 'on-primary'] as const),
  ...(['warning', 'warning-soft'] as const),
]

function offlineCss(data: BrandData, fonts: readonly string[]): string {
  const { font, colours, radius } = data
  const of = (theme: Record<string, string>) =>
    // The mark takes its ground by the name that pages with a network have.
    `${offlineNames.map((name) => `--${name}:${theme[name]};`).join('')}--color-plate:${theme.plate};`
  const till = `--bg:#fff;--surface:#fff;--ink:${colours.light.ink};`
  return [
    getFace(font, fonts.slice(0, 1)),
    `:root{color-scheme:light;--font:${getFonts({ ...font, measure: undefined })};--radius-m:${radius.m}rem;--radius-l:${radius.l}rem;${of(colours.light)}}`,
    `@media(prefers-color-scheme:dark){:root{color-scheme:dark;${of(colours.dark)}}}`,
    `.till{${of(colours.light)}${till}color-scheme:light}`,
    `.paper{color:${colours.light.ink}}.paper .when{color:${colours.light['ink-muted']}}`,
  ].join('\n')
}
