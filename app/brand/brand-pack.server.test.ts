import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { parseEnv, ConfigurationError } from '~/platform/parse-env.server'
import { brandCss } from './brand-css.server'
import { OWN_PACK, readBrandPack } from './brand-pack.server'

const OTHER = 'brands/prichal'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'brand-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let packs = 0
interface Data {
  [key: string]: unknown
  currency: Record<string, string>
  colours: Record<string, Record<string, string>>
}
/** The errors of a changed copy of the other brand. */
function getErrors(harm: (directory: string, data: Data) => void): string[] {
  packs += 1
  const directory = join(folder, String(packs))
  cpSync(OTHER, directory, { recursive: true })
  const file = join(directory, 'brand.json')
  const data = JSON.parse(readFileSync(file, 'utf8')) as Data
  const before = JSON.stringify(data)
  harm(directory, data)
  if (JSON.stringify(data) !== before) writeFileSync(file, JSON.stringify(data))
  return readBrandPack(directory).errors
}
const put = (path: string, text: string | Buffer) => (directory: string) =>
  writeFileSync(join(directory, path), text)

test('accepts both brands of the repository, which share no file', () => {
  const [own, other] = [readBrandPack(OWN_PACK), readBrandPack(OTHER)]
  expect([own.errors, other.errors]).toEqual([[], []])
  expect(own.pack?.id).not.toBe(other.pack?.id)
  for (const [address, { body }] of other.pack?.files ?? [])
    expect(own.pack?.files.get(address)?.body.equals(body) ?? false, address).toBe(false)
})

test('accepts brand files with a byte order mark, and requires UTF-8', () => {
  const expected = readFileSync(join(OTHER, 'brand.json'), 'utf8')
  expect(getErrors(put('brand.json', `\uFEFF${expected}`))).toEqual([])
  expect(getErrors(put('brand.json', Buffer.from(expected, 'utf16le')))).toEqual([
    'brand.json: is not in UTF-8',
  ])
})

test('marks only fonts and icons as immutable, and puts a hash into the addresses of fonts', () => {
  const { files = new Map(), fonts = [], shown } = readBrandPack(OTHER).pack ?? {}
  expect(fonts).toHaveLength(3)
  for (const [address, { isForEver }] of files)
    expect(isForEver, address).toBe([...fonts, shown?.icons].includes(address))
  for (const font of fonts) expect(font).toMatch(/^\/fonts\/[\w-]+-[\da-f]{8}\.woff2$/)
})

describe('an SVG with', () => {
  const [SVG, XLINK] = ['http://www.w3.org/2000/svg', 'http://www.w3.org/1999/xlink']
  const svg = (inner: string) => `<svg xmlns="${SVG}" viewBox="0 0 40 40">${inner}</svg>`
  function expectRefusal(text: string, expected: string) {
    const files = ['mark.svg', 'illustrations/hero.svg']
    const errors = getErrors((directory) => files.forEach((file) => put(file, text)(directory)))
    for (const file of files) expect(errors.join('\n')).toContain(`${file}: ${expected}`)
  }
  /** Nine groups with ten references to the group before. */
  const nested = (reference: (to: string) => string) =>
    Array.from(
      { length: 9 },
      (_, at) => `<g id="g${at + 1}">${reference(`g${at}`).repeat(10)}</g>`,
    ).join('')
  const [OUT, TOO_MANY] = ['leads out of the drawing', 'draws more than 10000 shapes']
  test.each([
    ['a script', '<script>alert(1)</script>', '<script> is refused'],
    ['a script in capital letters', '<SCRIPT/>', '<SCRIPT> is refused'],
    ['a script in a namespace', `<x:script xmlns:x="${SVG}"/>`, '<x:script> is refused'],
    ['a foreignObject', '<foreignObject><p/></foreignObject>', '<foreignObject> is refused'],
    ['a style element', '<style>*{fill:red}</style>', '<style> is refused'],
    ['a style attribute', '<path style="fill:url(//evil)"/>', 'style="…" on <path> is refused'],
    ['an image', '<image href="https://evil.example/a.png"/>', '<image> is refused'],
    ['a shape of another site', '<use href="https://evil.example/#a"/>', `href on <use> ${OUT}`],
    [
      'an xlink:href',
      `<use xmlns:xlink="${XLINK}" xlink:href="//evil"/>`,
      `xlink:href on <use> ${OUT}`,
    ],
    ['a javascript: address', '<use href="javascript:alert(1)"/>', `href on <use> ${OUT}`],
    ['a data: address', '<use href="data:text/html,x"/>', `href on <use> ${OUT}`],
    ['a fill of another site', '<path fill="url(https://evil/#a)"/>', `fill on <path> ${OUT}`],
    ['a link', '<a href="#x"/>', '<a> is refused'],
    ['an animation', '<set attributeName="href" to="javascript:1"/>', '<set> is refused'],
    ['a missing end tag', '<g>', 'is no well-formed XML'],
    ['more than 2000 shapes', '<path/>'.repeat(3000), 'has more than 2000 shapes'],
    ['deep nesting', '<g>'.repeat(40) + '</g>'.repeat(40), 'is deeper than 32 shapes'],
    ['a billion uses', `<g id="g0"/>${nested((to) => `<use href="#${to}"/>`)}`, TOO_MANY],
    ['a billion masks', `<g id="g0"/>${nested((to) => `<path mask="url(#${to})"/>`)}`, TOO_MANY],
    ['a use of itself', '<g id="a"><use href="#a"/></g>', TOO_MANY],
  ])('%s is refused with a message', (_, inner, expected) => expectRefusal(svg(inner), expected))

  test.each([
    [
      'an onload attribute',
      svg('').replace('<svg', '<svg onload="x"'),
      'onload="…" on <svg> would',
    ],
    ['a DOCTYPE', `<!DOCTYPE svg [<!ENTITY a "b">]>${svg('')}`, 'a DOCTYPE is refused'],
    [
      'a style sheet',
      `<?xml-stylesheet href="x"?>${svg('')}`,
      'a processing instruction is refused',
    ],
    [
      'no viewBox',
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
      'needs a viewBox such as 0 0 40 40',
    ],
  ])('%s is refused as a whole', (_, text, expected) => expectRefusal(text, expected))

  test('a gradient is accepted, its ids and references get the name of the file as a prefix, and text stays text', () => {
    const gradient = svg(
      '<title>&lt;b&gt;</title><defs><linearGradient id="a"><stop stop-color="#123456"/></linearGradient></defs><path fill="url(#a)" d="M0 0h1"/>',
    )
    const directory = join(folder, 'gradient')
    cpSync(OTHER, directory, { recursive: true })
    put('mark.svg', gradient)(directory)
    const { pack, errors } = readBrandPack(directory)
    expect(errors).toEqual([])
    expect(pack?.icons.get('mark')?.content).toContain('id="mark-a"')
    expect(pack?.icons.get('mark')?.content).toContain('fill="url(#mark-a)"')
    expect(pack?.icons.get('mark')?.content).toMatch(/^<title>[^<]+<\/title>/)
  })
})

test('refuses a picture of 20 MB without reading it', () => {
  const before = process.memoryUsage().arrayBuffers
  const errors = getErrors((directory) => truncateSync(join(directory, 'icon-512.png'), 20_000_000))
  expect(errors).toEqual(['icon-512.png: is 20000 kB, may be 500 kB'])
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(10_000_000)
})

test('names the expected format of a picture that is wrong, cut off or missing', () => {
  const errors = getErrors((directory) => {
    cpSync(join(directory, 'icon-512.png'), join(directory, 'icon-192.png'))
    put('og.png', 'GIF89a'.repeat(20))(directory)
    truncateSync(join(directory, 'badge-96.png'), 200)
    rmSync(join(directory, 'splash/750x1334-dark.png'))
    put('favicon.ico', 'no icon')(directory)
    put('fonts/golos-text-latin-wght-normal.woff2', 'wOF2 but no font')(directory)
  })
  expect(errors).toEqual([
    'favicon.ico: is no ICO',
    'badge-96.png: is no PNG',
    'icon-192.png: is 512 × 512 pixels, must be 192 × 192',
    'og.png: is no PNG',
    'splash/750x1334-dark.png: is missing',
    'fonts/golos-text-latin-wght-normal.woff2: is no WOFF2',
  ])
})

test('refuses an icon or illustration with an unexpected name, and a mark that is not square', () => {
  const wide = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 40"/>'
  const errors = getErrors((directory) => {
    put('illustrations/hreo.svg', wide)(directory)
    put('icons/stra.svg', wide)(directory)
    put('mark.svg', wide)(directory)
  })
  expect(errors).toEqual([
    'mark.svg: must be a square',
    'icons/stra.svg: replaces nothing of ours',
    'illustrations/hreo.svg: replaces nothing of ours',
  ])
})

describe('brand.json', () => {
  test.each([
    ['no JSON', '{"name": "Причал",', /^brand\.json: .*JSON/],
    ['a list', '[]', /^brand\.json: Invalid input: expected object/],
    ['too large', ' '.repeat(70_000), /^brand\.json: is 70 kB, may be 64 kB$/],
  ])('that is %s is refused', (_, text, expected) => {
    expect(getErrors(put('brand.json', text))).toEqual([expect.stringMatching(expected)])
  })

  test('without some forms of the currency is refused with their names', () => {
    const errors = getErrors((_, { currency }) => {
      delete currency.few
      delete currency.instrumental
      currency.many = ''
    })
    expect(errors).toEqual([
      'brand.json: currency.few: is required',
      'brand.json: currency.many: must be a word in small letters, at most 30',
      'brand.json: currency.instrumental: is required',
    ])
  })

  test('with markup, styles, unknown keys or invalid colours is refused', () => {
    const errors = getErrors((_, data) => {
      data.name = '<img src=x>'
      data.font = { family: 'A;}*{', weight: '400', files: [{ file: '../../x.woff2' }] }
      data.slogan = 'Лучше всех'
      data.colours.light!.ink = 'red;}'
    })
    expect(errors).toEqual([
      'brand.json: name: must be plain text without < > & "',
      'brand.json: font.family: must be a name in Latin letters',
      'brand.json: font.files.0.file: must name a .woff2 file of fonts/',
      'brand.json: colours.light.ink: must be a colour such as #0e5a3a, in small letters',
      'brand.json: knows no slogan',
    ])
  })

  test('with pale text is refused, and the error names both colours, the theme and the contrast ratios', () => {
    const errors = getErrors((_, { colours }) => {
      colours.light!['on-primary'] = '#9aa7c7'
    })
    expect(errors).toContainEqual(
      expect.stringMatching(
        /^brand\.json: colours\.light: on-primary on primary is [\d.]+ : 1, must be at least 4\.5 : 1$/,
      ),
    )
  })
})

test('refuses to start with a bad pack and reports its errors with those of settings', () => {
  const directory = join(folder, 'bad')
  cpSync(OTHER, directory, { recursive: true })
  rmSync(join(directory, 'mark.svg'))
  put('og.png', 'no')(directory)
  mkdirSync(join(folder, 'empty'))
  const startWith = (BRAND_DIR: string) => {
    try {
      parseEnv({ NODE_ENV: 'test', BRAND_DIR, PORT: 'many' })
    } catch (error) {
      if (error instanceof ConfigurationError) return error.errors
    }
    return []
  }
  expect(startWith(directory)).toEqual([
    expect.stringMatching(/^PORT: /),
    'BRAND_DIR: og.png: is no PNG',
    'BRAND_DIR: mark.svg: is missing',
  ])
  expect(startWith(join(folder, 'empty')).length).toBeGreaterThan(30)
  expect(startWith(join(folder, 'nowhere'))).toEqual([
    expect.stringMatching(/^PORT: /),
    'BRAND_DIR: must be a directory that can be read',
  ])
})

test('styles a brand with its light, dark and high contrast colours, and with none of the default brand', () => {
  const { pack } = readBrandPack(OTHER)
  const { head, pattern: inlined, offline } = brandCss(pack!)
  // Who chose the light theme keeps it on a dark phone.
  expect(head).toContain('(prefers-color-scheme:dark){:root:not([data-theme=light]){')
  const { light, dark, more } = pack!.data.colours
  expect(offline).toContain(
    `@media(prefers-color-scheme:dark){:root{color-scheme:dark;--bg:${dark.bg};`,
  )
  for (const colours of [light, dark, more])
    for (const [name, colour] of Object.entries(colours))
      expect(head).toContain(`--color-${name}:${colour}`)
  // A decoration that is fetched delays the largest paint.
  const [, pattern = ''] =
    /--brand-pattern:url\("data:image\/svg\+xml,([^"]+)"\)/.exec(inlined) ?? []
  const { illustrations } = pack!
  expect(decodeURIComponent(pattern)).toBe(illustrations.pattern.text.replaceAll('"', "'"))
  expect(pattern).not.toMatch(/[<>#]/)
  const large = { ...illustrations, pattern: { ...illustrations.pattern, text: 'x'.repeat(4001) } }
  expect(brandCss({ ...pack!, illustrations: large }).pattern).toBe('')
  const ours = Object.values(readBrandPack().pack!.data.colours.light)
  for (const css of [head, offline])
    for (const colour of ours.filter((one) => one !== '#ffffff')) expect(css).not.toContain(colour)
})
