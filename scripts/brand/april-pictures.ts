// Draws our pictures of the installed application (shortcut icons, screenshots of the install sheet, iPhone start
// images) and the link preview of messengers. After a change of the look:
// `npm run build && npx tsx scripts/brand/april-pictures.ts`. brand-new.ts draws those of other brands.
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { chromium } from '@playwright/test'

import brand from '../../brands/april/brand.json' with { type: 'json' }
import { startSandbox } from '../../sandbox/server'
import { startApp } from '../../tests/support/app-process'
import { findBrowser } from '../../tests/support/find-browser'
import { drawPictures, inlineFontFace } from './pictures'

const SHOPPER = '79000000001'
const PACK = 'brands/april'
const read = (path: string) => readFileSync(join(PACK, path), 'utf8')
for (const folder of ['shortcuts', 'screenshots', 'splash'])
  mkdirSync(join(PACK, folder), { recursive: true })

const browser = await chromium.launch({
  executablePath: findBrowser() ?? undefined,
  args: ['--no-sandbox'],
})
const drawn = {
  name: brand.name,
  currency: brand.currency,
  colours: brand.colours,
  logo: read('favicon.svg'),
  hero: read('illustrations/hero.svg'),
  pattern: read('illustrations/pattern.svg'),
  fontFace: inlineFontFace([join(PACK, 'fonts/manrope-main-wght-normal.woff2')]),
}
// Icons of the application are drawn by hand.
await drawPictures(browser, drawn, PACK, /^(?:shortcuts|splash|og)/)

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
  await page.screenshot({ path: join(PACK, `screenshots/${name}.png`) })
  await context.close()
}
await shoot('/today', 'today')
await shoot('/qr', 'card')
await shoot('/today', 'wide', true)

await app.stop()
await sandbox.close()
await browser.close()
