// Draws our pictures of the installed application (shortcut icons, screenshots of the install sheet, iPhone start
// images) and the link preview of messengers. After a change of the look:
// `npm run build && npx tsx scripts/brand/april-pictures.ts`. brand-new.ts draws those of other brands.
import { mkdirSync, readFileSync } from 'node:fs'

import { chromium, type Page } from '@playwright/test'

import brand from '../../brands/april/brand.json' with { type: 'json' }
import { splashScreens } from '../../app/lib/splash-screens'
import { startSandbox } from '../../sandbox/server'
import { startApp } from '../../tests/support/app-process'
import { findBrowser } from '../../tests/support/find-browser'

const SHOPPER = '79000000001'
const pack = new URL('../../brands/april/', import.meta.url)
const file = (path: string) => new URL(path, pack).pathname
const { light, dark } = brand.colours
const svg = (path: string) => readFileSync(file(path), 'utf8')
for (const folder of ['shortcuts', 'screenshots', 'splash'])
  mkdirSync(file(folder), { recursive: true })

const browser = await chromium.launch({
  executablePath: findBrowser() ?? undefined,
  args: ['--no-sandbox'],
})

async function draw(page: Page, html: string, path: string) {
  await page.setContent(
    `<style>body{margin:0;display:grid;place-items:center;height:100vh}</style>${html}`,
  )
  await page.screenshot({ path: file(path), omitBackground: true })
}

const small = await browser.newPage({ viewport: { width: 96, height: 96 } })
for (const [name, icon] of Object.entries({ card: 'card', coupons: 'coupon', stores: 'store' })) {
  const drawing = svg(`../../public/assets/svg/icons/base/${icon}.svg`).replace(
    '<svg',
    '<svg width="52"',
  )
  await draw(
    small,
    `<style>div{display:grid;place-items:center;width:96px;height:96px;border-radius:50%;background:${light.plate};color:${light.accent}}</style><div>${drawing}</div>`,
    `shortcuts/${name}.png`,
  )
}

const mark = svg('favicon.svg').replace('<svg', '<svg width="112"')
for (const { width, height, ratio, name } of splashScreens) {
  const page = await browser.newPage({ viewport: { width, height }, deviceScaleFactor: ratio })
  for (const [theme, colour] of Object.entries({ light: light.bg, dark: dark.bg }))
    await draw(page, `<style>body{background:${colour}}</style>${mark}`, `splash/${name(theme)}`)
  await page.close()
}

const sandbox = await startSandbox({ port: 0 })
const app = await startApp(sandbox.url)

async function shoot(path: string, name: string, isWide = false) {
  const context = await browser.newContext({
    baseURL: app.origin,
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
    viewport: isWide ? { width: 1280, height: 800 } : { width: 390, height: 844 },
    deviceScaleFactor: isWide ? 1 : 2,
  })
  await context.addCookies([{ name: 'v1_consent', value: 'refused', url: app.origin }])
  const page = await context.newPage()
  const headers = { Origin: app.origin }
  await page.request.post('/login', { headers, form: { phone: SHOPPER } })
  const code = sandbox.sandbox.inbox.lastCode(SHOPPER) ?? ''
  await page.request.post('/login/code', { headers, form: { code } })
  await page.goto(path, { waitUntil: 'networkidle' })
  await page.screenshot({ path: file(`screenshots/${name}.png`) })
  await context.close()
}
await shoot('/today', 'today')
await shoot('/qr', 'card')
await shoot('/today', 'wide', true)

const base64 = (path: string) => readFileSync(file(path)).toString('base64')
const font = base64('fonts/manrope-main-wght-normal.woff2')

const preview = `<!doctype html><meta charset="utf-8"><style>
@font-face { font-family: M; font-weight: 200 800; src: url(data:font/woff2;base64,${font}) }
body { position: relative; width: 1200px; height: 630px; margin: 0; overflow: hidden; background: #0e5a3a; color: #f4faec; font-family: M }
h1 { position: absolute; left: 72px; top: 128px; margin: 0; font-size: 88px; font-weight: 800; line-height: 1.04; letter-spacing: -.04em }
h1 span { color: #c6f068 }
p { position: absolute; left: 76px; top: 440px; margin: 0; font-size: 36px; font-weight: 500; line-height: 1.3; color: #c3dcc4 }
img { position: absolute }
.pattern { right: -40px; top: -30px; width: 760px }
.hero { right: 0; bottom: 0; width: 600px }
</style>
<img class="pattern" src="data:image/svg+xml;base64,${base64('illustrations/pattern.svg')}">
<img class="hero" src="data:image/svg+xml;base64,${base64('illustrations/hero.svg')}">
<h1>Карта<br><span>со звёздами</span><br>в телефоне</h1>
<p>Звёзды за покупки,<br>купоны и чеки в одном месте</p>`

const page = await browser.newPage({ viewport: { width: 1200, height: 630 } })
await page.setContent(preview)
await page.evaluate(() => document.fonts.ready)
await page.screenshot({ path: file('og.png') })

await app.stop()
await sandbox.close()
await browser.close()
