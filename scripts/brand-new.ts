// A brand pack from a name, two colours and a logo (docs/brand.md); then its contact sheet is made.
//
//   npm run brand:new -- --name … --colour '#rrggbb' --second '#rrggbb' --logo file.svg --out dir
//     --short …       what stands under the icon, at most 12 letters; none: the name, cut
//     --currency …    seven forms: балл,балла,баллов,баллы,баллам,баллами,баллах (these are the default)
//     --font a.woff2  with --family: its own font, may be given twice; none: Manrope
//     --open          shows the contact sheet when it is made
//     --no-sheet      makes no contact sheet
//
// npm run brand:new -- --name Причал --colour '#14418b' --second '#ffb35c' --logo mark.svg --out brands/prichal
import { readHelp, readOptions } from './help.mjs'
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'

import { chromium } from '@playwright/test'

import { readBrandPack, OWN_PACK } from '../app/brand/brand-pack.server'
import { brandSchema, getErrors, type BrandData } from '../app/brand/brand-schema.server'
import { illustrationNames } from '../app/brand/pack-files.server'
import { readSvg } from '../app/brand/safe-svg.server'
import { cutText } from '../app/lib/shorten'
import { findBrowser } from '../tests/support/find-browser'
import { drawCurrencyIcons, drawPattern, redraw } from './brand/drawings'
import { drawPictures, inlineFontFace } from './brand/pictures'
import { createColours } from './brand/palette'

function stop(reason: string): never {
  console.error(reason)
  process.exit(1)
}

const values = readOptions({
  name: { type: 'string' },
  short: { type: 'string' },
  colour: { type: 'string' },
  second: { type: 'string' },
  logo: { type: 'string' },
  out: { type: 'string' },
  currency: { type: 'string', default: 'балл,балла,баллов,баллы,баллам,баллами,баллах' },
  font: { type: 'string', multiple: true },
  family: { type: 'string' },
  open: { type: 'boolean', default: false },
  'no-sheet': { type: 'boolean', default: false },
})
const { name, colour, second, logo: logoFile, out, font, family } = values
if (!name || !colour || !second || !logoFile || !out || Boolean(font) !== Boolean(family))
  stop(readHelp())
for (const given of [colour, second])
  if (!/^#[\da-f]{6}$/i.test(given)) stop(`${given} is no colour such as #14418b\n\n${readHelp()}`)

const { drawing: logo, errors } = readSvg(readFileSync(logoFile, 'utf8'), 'mark')
if (!logo) stop(`${logoFile}:\n${errors.map((error) => `  ${error}`).join('\n')}`)

const ours = JSON.parse(readFileSync(join(OWN_PACK, 'brand.json'), 'utf8')) as BrandData
const words = values.currency.split(',').map((word) => word.trim())
const forms = Object.keys(ours.currency)
if (words.length !== forms.length || words.includes(''))
  stop(`--currency needs ${forms.length} forms (${forms.join(', ')})\n\n${readHelp()}`)
const folder = resolve(out)
for (const part of ['fonts', 'icons', 'illustrations', 'pass', 'shortcuts', 'splash'])
  mkdirSync(join(folder, part), { recursive: true })

const fontFiles = font ?? ours.font.files.map(({ file }) => join(OWN_PACK, 'fonts', file))
for (const file of fontFiles) copyFileSync(file, join(folder, 'fonts', basename(file)))

const colours = createColours(colour.toLowerCase(), second.toLowerCase())
const { data, error } = brandSchema.safeParse(
  {
    ...ours,
    name,
    shortName: values.short ?? cutText(name, 12),
    currency: Object.fromEntries(forms.map((form, at) => [form, words[at]])),
    ...(font && {
      font: { family, weight: '400 900', files: font.map((file) => ({ file: basename(file) })) },
    }),
    colours,
  },
  { reportInput: true },
)
if (!data) stop(getErrors(error).join('\n'))
const write = (path: string, text: string) => writeFileSync(join(folder, path), text)
write('brand.json', `${JSON.stringify(data, null, 2)}\n`)
write('mark.svg', logo.text)
write('favicon.svg', logo.text)
for (const [icon, svg] of Object.entries(drawCurrencyIcons())) write(`icons/${icon}.svg`, svg)

const drawn = Object.fromEntries(
  illustrationNames.map((illustration) => {
    const svg = readFileSync(join(OWN_PACK, 'illustrations', `${illustration}.svg`), 'utf8')
    const own = illustration === 'pattern' ? drawPattern(colours.light) : redraw(svg, colours.light)
    write(`illustrations/${illustration}.svg`, own)
    return [illustration, own]
  }),
)

const browser = await chromium.launch({ executablePath: findBrowser() ?? undefined })
await drawPictures(
  browser,
  {
    name,
    currency: data.currency,
    colours,
    logo: logo.text,
    hero: drawn.hero ?? '',
    pattern: drawn.pattern ?? '',
    fontFace: inlineFontFace(fontFiles.slice(0, 1)),
  },
  folder,
)
await browser.close()

const read = readBrandPack(folder)
if (!read.pack) stop(`The pack has errors:\n${read.errors.map((error) => `  ${error}`).join('\n')}`)
console.log(`${folder} is a brand pack: BRAND_DIR=${folder}`)

if (!values['no-sheet']) {
  const arguments_ = ['run', 'contact-sheet', '--silent']
  const env = { ...process.env, BRAND_DIR: folder }
  spawnSync('npm', arguments_, { env, stdio: 'inherit' })
  const opener = process.platform === 'darwin' ? 'open' : 'xdg-open'
  if (values.open) spawnSync(opener, ['test-results/contact-sheet/index.html'], { stdio: 'ignore' })
}

console.log(`Still ours in ${join(folder, 'brand.json')}, to be made yours: storeTypes, tabs, legal.
Phone, e-mail and chat are settings: SUPPORT_PHONE, SUPPORT_EMAIL, SUPPORT_BOT_URL.`)
