// A page without a script carries only the styles that may match in it: it has to look as with all of them.
import { readdirSync, readFileSync } from 'node:fs'

import type { CDPSession, Page } from '@playwright/test'

import { brandCss } from '../../app/brand/brand-css.server'
import { readBrandPack } from '../../app/brand/brand-pack.server'
import { publicPages } from '../../app/lib/public-pages'
import { expect, openAddress, test } from './fixtures'

// The test puts other styles into the page.
test.use({ bypassCSP: true })

const phone = { width: 390, height: 844 }
const desktop = { width: 1280, height: 900 }
type Media = Parameters<Page['emulateMedia']>[0]
const everyWay: [size: typeof phone, media: Media][] = [
  [phone, { media: 'screen', colorScheme: 'light' }],
  [phone, { media: 'screen', colorScheme: 'dark' }],
  [desktop, { media: 'screen', colorScheme: 'dark' }],
  [desktop, { media: 'screen', contrast: 'more', forcedColors: 'active', reducedMotion: 'reduce' }],
  [desktop, { media: 'print', contrast: null, forcedColors: null, reducedMotion: null }],
]
/** For pages of the same parts as one that is looked at in every way. */
const someWays = everyWay.filter((_, at) => at === 0 || at === 2)
const ofEveryPart = ['/', '/program-loyalty', '/cookie-policy']

const readBuilt = (file: string) => readFileSync(`build/client/assets/${file}`, 'utf8').trim()
const { routes } = JSON.parse(
  readBuilt(
    readdirSync('build/client/assets').find((file) => /^manifest-\w+\.js$/.test(file)) ?? '',
  )
    .replace('window.__remixManifest=', '')
    .replace(/;\s*$/, ''),
) as { routes: Record<string, { parentId?: string; css?: string[] }> }

/** All sheets of a screen, as the build made them. */
function sheetsOf(screen: string): string {
  const linked = new Set<string>()
  for (let id: string | undefined = screen, above: string[] = []; id; id = routes[id]?.parentId) {
    above = [...(routes[id]?.css ?? []), ...above]
    if (!routes[id]?.parentId) above.forEach((href) => linked.add(href))
  }
  return [...linked].map((href) => readBuilt(href.replace('/assets/', ''))).join('\n')
}

function wholeStyles(screen: string): string {
  const { pack } = readBrandPack(process.env.BRAND_DIR || undefined)
  const brand = pack ? brandCss(pack, pack.illustrations.pattern.text).headWithPattern : ''
  return `${brand}\n${sheetsOf(screen)}`
}

/** Whatever has a box, pseudo-elements too: where it is, and every property of it. */
async function look(page: Page, cdp: CDPSession, computedStyles: string[]): Promise<string[]> {
  // What is on its way ends at once, and so does what its end begins further down.
  await page.evaluate(() => {
    for (let running = document.getAnimations(); running[0]; running = document.getAnimations())
      running.forEach((animation) => animation.finish())
  })
  const { documents, strings } = await cdp.send('DOMSnapshot.captureSnapshot', { computedStyles })
  const { bounds = [], styles = [] } = documents[0]?.layout ?? {}
  return styles.map((values, at) =>
    [bounds[at], ...values.map((value) => strings[value])].join('|'),
  )
}

/** Run in the browser: puts these styles in the place of the page's, which it gives back. */
function wear(css: string): string {
  const style = document.querySelector('style') as HTMLStyleElement
  const before = style.textContent ?? ''
  style.textContent = css
  return before
}

/**
 * Run in the browser: selectors of the whole styles that the page does not carry, and those among them that
 * match an element of it, or would while it is pointed at, opened, switched off and so on.
 */
function leftOut(whole: string): { dropped: string[]; missing: string[] } {
  const selectorsOf = (rules: CSSRuleList): string[] =>
    [...rules].flatMap((rule) =>
      rule instanceof CSSStyleRule
        ? [rule.selectorText]
        : rule instanceof CSSGroupingRule
          ? selectorsOf(rule.cssRules)
          : [],
    )
  const kept = new Set([...document.styleSheets].flatMap(({ cssRules }) => selectorsOf(cssRules)))
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(whole)
  const dropped = selectorsOf(sheet.cssRules).filter((selector) => !kept.has(selector))
  const inAnyState = (selector: string) =>
    selector
      .replace(/:not\([^()]*\)|\[open\]/g, ':where(*)')
      .replace(/::?(?!where|is|root|(?:first|last|only|nth)-)[\w-]+(\([^()]*\))?/g, ':where(*)')
  return {
    dropped,
    missing: dropped.filter((selector) => document.querySelector(inAnyState(selector))),
  }
}

/** The page that is open looks in every way as it would with all styles of its screen. */
async function expectSameLook(page: Page, path: string, seen = everyWay): Promise<void> {
  const whole = wholeStyles(path === '/' ? 'welcome/landing.screen' : `legal${path}`)
  expect(await page.evaluate(() => document.scripts.length)).toBe(0)
  const { dropped, missing } = await page.evaluate(leftOut, whole)
  expect(missing).toEqual([])
  expect(dropped.length).toBeGreaterThan(100)
  const properties = await page.evaluate(() => {
    // Every other answer is open.
    document.querySelectorAll('details').forEach((each, at) => (each.open = at % 2 === 0))
    return [...getComputedStyle(document.body)].filter((name) => !name.startsWith('--'))
  })
  const cdp = await page.context().newCDPSession(page)
  for (const [size, media] of seen) {
    await page.setViewportSize(size)
    await page.emulateMedia(media)
    const served = await look(page, cdp, properties)
    const lean = await page.evaluate(wear, whole)
    const wanted = await look(page, cdp, properties)
    await page.evaluate(wear, lean)
    expect(served.length).toBeGreaterThan(50)
    const different = wanted.findIndex((each, at) => each !== served[at])
    expect(served[different], `${path} ${JSON.stringify({ size, media })}`).toBe(wanted[different])
    expect(served.length).toBe(wanted.length)
  }
}

for (const path of publicPages) {
  test(`${path} looks as with all styles @js`, async ({ page }) => {
    await openAddress(page, path, 'each screen in turn')
    await expectSameLook(page, path, ofEveryPart.includes(path) ? everyWay : someWays)
  })
}

test('so do the pages of who has decided and signed in, with a theme and a notice @js', async ({
  page,
  signIn,
  phone: number,
  app,
}) => {
  await openAddress(page, '/cookie-policy', 'each screen in turn')
  await page.getByRole('button', { name: 'Разрешить' }).last().click()
  await expect(page.getByText('Сейчас аналитика разрешена.')).toBeVisible()
  await expectSameLook(page, '/cookie-policy', someWays)
  await signIn(number)
  await page.context().addCookies([{ name: 'v1_theme', value: 'dark', url: app.origin }])
  await openAddress(page, '/', 'each screen in turn')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expectSameLook(page, '/', someWays)
})

test('a page with a script has all styles of its screen @js', async ({ page }) => {
  for (const [path, screen] of [
    ['/login', 'sign-in/login.screen'],
    ['/install', 'install/install.screen'],
  ] as const) {
    const html = await (await page.request.get(path)).text()
    const [, styles = ''] = /<style>([^<]*)<\/style>/.exec(html) ?? []
    expect(styles.endsWith(sheetsOf(screen)), path).toBe(true)
  }
})
