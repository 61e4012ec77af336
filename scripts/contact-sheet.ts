// Draws every screen in every variant on one page: `npm run contact-sheet`, then open the printed file.
// SCREENS=today,card and VARIANTS=dark,320 select some of them.
import './help.mjs'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { chromium, type BrowserContextOptions } from '@playwright/test'

import { startSandbox } from '../sandbox/server'
import { startApp } from '../tests/support/app-process'
import { enlargeText } from '../tests/support/large-text'
import { findBrowser } from '../tests/support/find-browser'
import { renameStores } from '../tests/support/rename-stores'
import { getAddress, createViewers, screens, states } from '../tests/support/screens'

interface Variant extends BrowserContextOptions {
  name: string
  width: number
  /** Text size relative to the browser's default. */
  textScale?: number
  /** Runs last: the breakers stay open for a while. */
  areGatewaysFailing?: boolean
}

const allVariants: Variant[] = [
  { name: '320, light', width: 320 },
  { name: '390, light', width: 390 },
  { name: '390, dark', width: 390, colorScheme: 'dark' },
  { name: '390, text of 200 %', width: 390, textScale: 2 },
  { name: '390, without a script', width: 390, javaScriptEnabled: false },
  { name: '768, light', width: 768 },
  { name: '1280, light', width: 1280 },
  { name: '1280, dark', width: 1280, colorScheme: 'dark' },
  { name: '390, gateways failing', width: 390, areGatewaysFailing: true },
]
const TALLEST = 1800
const SHORTEST = 844
const DAY_SECONDS = 86_400
const USER_AGENT =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/132.0.0.0 Mobile Safari/537.36'

const only = process.env.SCREENS?.split(',')
const parts = process.env.VARIANTS?.split(',')
const variants = allVariants.filter(
  ({ name }) => !parts || parts.some((part) => name.includes(part)),
)
const wanted = [...screens, ...states].filter(({ name }) => !only || only.includes(name))
const folder = 'test-results/contact-sheet'
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })

const sandbox = await startSandbox({ port: 0, accessTokenLifeSeconds: DAY_SECONDS })
const brandFolder = process.env.BRAND_DIR
if (brandFolder) {
  const { name } = JSON.parse(readFileSync(join(brandFolder, 'brand.json'), 'utf8')) as {
    name: string
  }
  renameStores(name)
}
const app = await startApp(sandbox.url)
const viewers = createViewers(app.origin, sandbox)
const addresses = new Map<string, string>()
for (const screen of wanted)
  addresses.set(screen.name, getAddress(screen, await viewers(screen.seenBy)))

const browser = await chromium.launch({ executablePath: findBrowser() ?? undefined })
const getFile = (screen: string, variant: string) =>
  `${screen} ${variant}.png`.replace(/[^\w.]+/g, '-').toLowerCase()

for (const { name, width, textScale = 1, areGatewaysFailing = false, ...options } of variants) {
  const context = await browser.newContext({
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
    viewport: { width, height: SHORTEST },
    userAgent: USER_AGENT,
    ...options,
  })
  if (areGatewaysFailing) sandbox.sandbox.faults.add({ endpoint: '*', mode: 'status', status: 500 })
  for (const screen of wanted) {
    const { cookies } = await viewers(screen.seenBy)
    const own = [...cookies, ['v1_consent', 'refused'] as const]
    await context.clearCookies()
    await context.addCookies(own.map(([name, value]) => ({ name, value, url: app.origin })))
    const page = await context.newPage()
    if (textScale !== 1) await enlargeText(page, textScale)
    await page.goto(app.origin + addresses.get(screen.name))
    // Measured without a script of the page.
    const { height: drawn = SHORTEST } = (await page.locator('body').boundingBox()) ?? {}
    const height = Math.ceil(Math.min(TALLEST, drawn))
    await page.setViewportSize({ width, height: Math.max(SHORTEST, height) })
    await page.waitForLoadState('networkidle')
    await page.screenshot({ path: join(folder, getFile(screen.name, name)) })
    await page.close()
  }
  await context.close()
  sandbox.sandbox.faults.clear()
  console.log(name)
}

const cell = (screen: string, variant: string) =>
  `<td><a href="${getFile(screen, variant)}"><img src="${getFile(screen, variant)}" alt="" loading="lazy"></a></td>`
const index = join(folder, 'index.html')
writeFileSync(
  index,
  `<!doctype html><meta charset="utf-8"><title>Every screen</title>
<style>
body { margin: 1rem; background: #888; font: .875rem system-ui }
th { padding: .5rem; position: sticky; top: 0; background: #888; text-align: left; vertical-align: top }
td { vertical-align: top; padding: .25rem }
img { height: 22rem; width: auto }
</style>
<table><tr><th></th>${variants.map(({ name }) => `<th>${name}</th>`).join('')}</tr>
${wanted.map(({ name }) => `<tr><th>${name}</th>${variants.map((variant) => cell(name, variant.name)).join('')}</tr>`).join('\n')}
</table>`,
)
await browser.close()
await app.stop()
await sandbox.close()
console.log(`Open ${index}`)
