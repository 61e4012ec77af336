import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')

/** The colours declared in the first block that opens with the selector. */
function colours(selector: string): Record<string, string> {
  const start = css.indexOf(`${selector} {`)
  const block = css.slice(start, css.indexOf('}', start))
  return Object.fromEntries(
    [...block.matchAll(/--color-([a-z-]+): (#[0-9a-f]{6});/g)].map(([, name, hex]) => [name, hex]),
  )
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

const light = colours(':root')
const dark = { ...light, ...colours(":root[data-theme='dark']") }

test('dark by the system is dark by choice', () => {
  expect(colours(":root:not([data-theme='light'])")).toEqual(colours(":root[data-theme='dark']"))
  expect(colours(":root[data-theme='dark']").bg).toBe('#0e1411')
})

test('a code stays dark on white', () => {
  expect(dark['code-paper']).toBe('#ffffff')
  expect(dark['code-ink']).toBe('#000000')
})

describe.each([
  ['light', light],
  ['dark', dark],
])('%s', (_, theme) => {
  test.each([
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
    ['on-plate', 'plate', 7],
    ['on-plate-muted', 'plate', 4.5],
    ['accent', 'plate', 3],
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
  ])('%s on %s is at least %d : 1', (front, back, least) => {
    expect(contrast(theme[front] ?? '', theme[back] ?? '')).toBeGreaterThanOrEqual(least)
  })
})

/** What a person who asks for more contrast sees: `var()` stands for the colour it names. */
function sharpened(theme: Record<string, string>, isDark: boolean): Record<string, string> {
  const block = css.slice(css.indexOf('@media (prefers-contrast: more)'))
  const [own = '', all = ''] = block.split('{').slice(2)
  const read = (text: string) =>
    [...text.matchAll(/--color-([a-z-]+): (?:var\(--color-([a-z-]+)\)|(#[0-9a-f]{6}));/g)].map(
      ([, name = '', other = '', hex]) => [name, hex ?? theme[other] ?? ''],
    )
  return {
    ...theme,
    ...(isDark ? {} : Object.fromEntries(read(own))),
    ...Object.fromEntries(read(all)),
  }
}

describe.each([
  ['light', sharpened(light, false)],
  ['dark', sharpened(dark, true)],
])('more contrast, %s', (_, theme) => {
  test.each([
    ...['bg', 'surface', 'sunken', 'primary-soft'].flatMap((ground) => [
      ['ink', ground],
      ['ink-muted', ground],
      ['primary', ground],
      ['line', ground],
    ]),
    ...['danger', 'success', 'warning', 'info'].flatMap((tone) => [
      [tone, 'surface'],
      [tone, `${tone}-soft`],
    ]),
    ...['info', 'warning'].map((tone) => ['primary', `${tone}-soft`]),
    ['on-plate-muted', 'plate'],
    ['on-primary-soft', 'primary-soft'],
    ['on-primary', 'primary'],
    ['on-danger', 'danger'],
  ])('%s on %s is at least 7 : 1', (front = '', back = '') => {
    expect(contrast(theme[front] ?? '', theme[back] ?? '')).toBeGreaterThanOrEqual(7)
  })
})
