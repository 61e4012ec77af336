// Draws the link preview of messengers. Run it after a change of the brand's drawings: `npx tsx
// scripts/draw-og.ts`. brand-new.ts draws those of other brands.
import { readFileSync, writeFileSync } from 'node:fs'

import { chromium } from '@playwright/test'

import { findBrowser } from '../tests/support/find-browser'

const base64 = (path: string) =>
  readFileSync(new URL(`../${path}`, import.meta.url)).toString('base64')
const font = base64('brands/april/fonts/manrope-main-wght-normal.woff2')

const html = `<!doctype html><meta charset="utf-8"><style>
@font-face { font-family: M; font-weight: 200 800; src: url(data:font/woff2;base64,${font}) }
body { position: relative; width: 1200px; height: 630px; margin: 0; overflow: hidden; background: #0e5a3a; color: #f4faec; font-family: M }
h1 { position: absolute; left: 72px; top: 128px; margin: 0; font-size: 88px; font-weight: 800; line-height: 1.04; letter-spacing: -.04em }
h1 span { color: #c6f068 }
p { position: absolute; left: 76px; top: 440px; margin: 0; font-size: 36px; font-weight: 500; line-height: 1.3; color: #c3dcc4 }
img { position: absolute }
.pattern { right: -40px; top: -30px; width: 760px }
.hero { right: 0; bottom: 0; width: 600px }
</style>
<img class="pattern" src="data:image/svg+xml;base64,${base64('brands/april/illustrations/pattern.svg')}">
<img class="hero" src="data:image/svg+xml;base64,${base64('brands/april/illustrations/hero.svg')}">
<h1>Карта<br><span>со звёздами</span><br>в телефоне</h1>
<p>Звёзды за покупки,<br>купоны и чеки в одном месте</p>`

const browser = await chromium.launch({
  executablePath: findBrowser() ?? undefined,
  args: ['--no-sandbox'],
})
const page = await browser.newPage({ viewport: { width: 1200, height: 630 } })
await page.setContent(html)
await page.evaluate(() => document.fonts.ready)
writeFileSync(new URL('../brands/april/og.png', import.meta.url), await page.screenshot())
await browser.close()
