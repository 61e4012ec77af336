import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Browser, Page } from '@playwright/test'

import type { Colours, BrandData } from '../../app/brand/brand-schema.server'
import { pictureRules } from '../../app/brand/pack-files.server'

interface Drawn {
  name: string
  currency: BrandData['currency']
  colours: Record<'light' | 'dark', Colours>
  /** The logo as SVG. */
  logo: string
  hero: string
  pattern: string
  /** `@font-face` of the brand with embedded files. */
  fontFace: string
}

/** Icons of the shortcuts, by their pictures. */
const SHORTCUTS: Record<string, string> = { card: 'card', coupons: 'coupon', stores: 'store' }

const inline = (svg: string) => `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`

const centred = (width: number, height: number, ground: string, inner: string) =>
  `<style>body{margin:0}div{display:grid;place-items:center;width:${width}px;height:${height}px;background:${ground}}</style><div>${inner}</div>`

const picture = (svg: string, side: number) =>
  `<img src="${inline(svg)}" width="${side}" height="${side}">`

/** The HTML of a picture, by its name in the pack. */
function getHtml(path: string, width: number, height: number, drawn: Drawn): string {
  const { colours, logo, fontFace, name } = drawn
  const { light, dark } = colours
  const clear = 'transparent'
  if (path === 'og.png') return ogHtml(drawn)
  // Android paints every opaque pixel in one colour, so this icon is a letter, not the logo.
  if (path === 'badge-96.png')
    return `<style>${fontFace}</style>${centred(96, 96, clear, `<b style="font:800 84px/1 B;color:#fff">${name.charAt(0)}</b>`)}`
  if (path.startsWith('splash/'))
    return centred(width, height, (path.includes('dark') ? dark : light).bg, picture(logo, 336))
  if (path.startsWith('shortcuts/')) {
    const [, key = ''] = /\/(\w+)\.png/.exec(path) ?? []
    const icon = readFileSync(`public/assets/svg/icons/base/${SHORTCUTS[key]}.svg`, 'utf8')
    const sized = icon.replace(/<svg[^>]*>/, (tag) =>
      tag.replace(/ (?:width|height)="[^"]*"/g, '').replace('<svg', '<svg width="52" height="52"'),
    )
    return `<style>svg{color:${light.accent}}div{border-radius:50%}</style>${centred(96, 96, light.plate, sized)}`
  }
  if (path.includes('maskable'))
    return centred(width, height, light.plate, picture(logo, width * 0.62))
  if (path === 'apple-touch-icon.png')
    return centred(width, height, light.bg, picture(logo, width * 0.78))
  return centred(width, height, clear, picture(logo, width))
}

const hard = /^[зсшжщ][бвгджзклмнпрстфхцчшщ]/i

/** The link preview of messengers: mark, name and purpose of the card. */
export function ogHtml({
  colours: { light },
  currency,
  fontFace,
  hero,
  pattern,
  logo,
  name,
}: Drawn): string {
  const shownName = name.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
  const withCurrency = `${hard.test(currency.instrumental) ? 'со' : 'с'} ${currency.instrumental}`
  const capital = currency.plural.charAt(0).toUpperCase() + currency.plural.slice(1)
  return `<!doctype html><meta charset="utf-8"><style>${fontFace}
body { position: relative; width: 1200px; height: 630px; margin: 0; overflow: hidden; background: ${light.plate}; color: ${light['on-plate']}; font-family: B }
header { position: absolute; left: 72px; top: 56px; display: flex; align-items: center; gap: 20px; max-width: 600px; font-size: ${name.length > 18 ? 28 : 40}px; font-weight: 800; line-height: 1.15 }
header img { flex: none; box-sizing: border-box; width: 72px; height: 72px; padding: 6px; border-radius: 18px; background: ${light.bg} }
h1 { position: absolute; left: 72px; top: 168px; margin: 0; font-size: 88px; font-weight: 800; line-height: 1.04; letter-spacing: -.04em }
h1 span { color: ${light.accent} }
p { position: absolute; left: 76px; top: 472px; margin: 0; font-size: 36px; font-weight: 500; line-height: 1.3; color: ${light['on-plate-muted']} }
.pattern { position: absolute; right: -40px; top: -30px; width: 760px }
.hero { position: absolute; right: 0; bottom: 0; width: 600px }
</style>
<img class="pattern" src="${inline(pattern)}">
<img class="hero" src="${inline(hero)}">
<header><img src="${inline(logo)}">${shownName}</header>
<h1>Карта<br><span>${withCurrency}</span><br>в телефоне</h1>
<p>${capital} за покупки,<br>купоны и чеки в одном месте</p>`
}

async function shoot(page: Page, html: string, width: number, height: number): Promise<Buffer> {
  await page.setViewportSize({ width, height })
  await page.setContent(html)
  await page.evaluate(() => document.fonts.ready)
  return page.screenshot({ omitBackground: true })
}

const ICO_SIDE = 32

/** An .ico file of one PNG, which all current browsers read. */
function getIco(png: Buffer): Buffer {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.set([ICO_SIDE, ICO_SIDE], 6)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, png])
}

/** Draws the pictures of a pack with a matching path into its folder. */
export async function drawPictures(
  browser: Browser,
  drawn: Drawn,
  folder: string,
  wanted = /^/,
): Promise<void> {
  const page = await browser.newPage()
  const favicon = { path: 'favicon.ico', width: ICO_SIDE, height: ICO_SIDE }
  for (const { path, width, height } of [...pictureRules, favicon]) {
    if (!wanted.test(path)) continue
    const png = await shoot(page, getHtml(path, width, height, drawn), width, height)
    writeFileSync(join(folder, path), path === favicon.path ? getIco(png) : png)
  }
  await page.close()
}

/** `@font-face` with embedded files, for pages without an address. */
export const inlineFontFace = (files: string[]) =>
  files
    .map(
      (file) =>
        `@font-face{font-family:B;font-weight:100 900;src:url(data:font/woff2;base64,${readFileSync(file).toString('base64')})}`,
    )
    .join('')
