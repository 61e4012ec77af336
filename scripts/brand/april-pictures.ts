// Draws our pictures of the installed application (shortcut icons, screenshots of the install sheet, iPhone start
// images) and the link preview of messengers. After a change of the look:
// `npm run build && npx tsx scripts/brand/april-pictures.ts`. brand-new.ts draws those of other brands.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { chromium } from '@playwright/test'

import brand from '../../brands/april/brand.json' with { type: 'json' }
import { startSandbox } from '../../sandbox/server'
import { startApp } from '../../tests/support/app-process'
import { findBrowser } from '../../tests/support/find-browser'
import { createViewers } from '../../tests/support/screens'
import { drawPictures, inlineFontFace } from './pictures'

const PACK = 'brands/april'
const read = (path: string) => readFileSync(join(PACK, path), 'utf8')

const browser = await chromium.launch({ executablePath: findBrowser() ?? undefined })
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
const { cookies } = await createViewers(app.origin, sandbox)()

async function shoot(path: string, name: string, isWide = false) {
  const context = await browser.newContext({
    baseURL: app.origin,
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
    viewport: isWide ? { width: 1280, height: 800 } : { width: 390, height: 844 },
    deviceScaleFactor: isWide ? 1 : 2,
  })
  const own = [...cookies, ['v1_consent', 'refused'] as const]
  await context.addCookies(own.map(([name, value]) => ({ name, value, url: app.origin })))
  const page = await context.newPage()
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
