import { readdirSync, readFileSync } from 'node:fs'

import { describe, expect, test } from 'vitest'

import { publicPages } from '../../app/screens.server'
import { startApp } from '../support/app-process'
import { startSite } from '../support/site'
import { renameStores } from '../support/rename-stores'
import { getAddress, createViewers, screens, states } from '../support/screens'
import { createVisitor } from '../support/visitor'

const OTHER = 'brands/prichal'
const read = (brand: string) => JSON.parse(readFileSync(`brands/${brand}/brand.json`, 'utf8'))
const [ours, other] = [read('april'), read('prichal')]

// The gateway names the kinds of stores.
renameStores('Лавка')
const { app, server, guest } = await startSite({ BRAND_DIR: OTHER })
const viewers = createViewers(app.origin, server)
const getColours = ({ colours }: typeof ours): string[] =>
  Object.values<Record<string, string>>(colours).flatMap((theme) => Object.values(theme))
/** Colours of the default brand that the other one lacks. */
const ourColours = new Set(getColours(ours).filter((one) => !getColours(other).includes(one)))

/** Text of gateways is not the brand's. */
const ofGateways = readdirSync('sandbox', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .flatMap((file) => readFileSync(`sandbox/${file}`, 'utf8').match(/'[^'\n]{4,}'/g) ?? [])
  .map((literal) => literal.slice(1, -1))
  .filter((text) => /зв[её]зд|Апрель/i.test(text) && text !== 'Апрель')
  .sort((one, two) => two.length - one.length)
/** The month, example addresses, and star ratings, which exist with any currency. */
const notOurs = [
  /Апрель(?:\s|\u00A0)(?:20\d\d|у(?:\s|\u00A0)дома)/g,
  /[\w.]*april\.example/g,
  /от одной до пяти зв[её]зд/g,
]
const ourCurrency = /зв[её]зд[а-яё]*/gi
const ourNames = /Апрель|Manrope/g

function tracesOfOurs(text: string): string[] {
  // No-break spaces are added where the text is shown.
  let rest = text.replaceAll('\u00A0', ' ')
  for (const phrase of ofGateways) rest = rest.replaceAll(phrase, '')
  for (const pattern of notOurs) rest = rest.replace(pattern, '')
  // The months of a year in a row.
  if (rest.includes('Март') && rest.includes('Май')) rest = rest.replace(/Апрель(?![\s»])/g, '')
  const colours = rest.match(/#[\da-f]{6}\b/gi) ?? []
  return [
    ...new Set([
      ...(rest.match(ourCurrency) ?? []),
      ...(rest.match(ourNames) ?? []),
      ...colours.filter((colour) => ourColours.has(colour.toLowerCase())),
    ]),
  ]
}

test('the search of these tests finds name, currency, colour and font of the default brand', () => {
  const own = readFileSync('brands/april/brand.json', 'utf8')
  expect(tracesOfOurs(own)).toEqual(
    expect.arrayContaining(['Апрель', 'звёзд', '#0e5a3a', 'Manrope']),
  )
})

describe('with another brand', () => {
  test.each([...screens, ...states].map((screen) => [screen.name, screen] as const))(
    'the screen «%s» contains no name, currency, font or colour of the default brand',
    async (_, screen) => {
      const visitor = await viewers(screen.seenBy)
      const html = await (await visitor.get(getAddress(screen, visitor))).text()
      expect(html).toContain(other.colours.light.primary)
      expect(tracesOfOurs(html)).toEqual([])
    },
  )

  const files = ['/manifest.webmanifest', '/security.txt', '/robots.txt', '/sitemap.xml']
  test.each([...publicPages, ...files])(
    'the document or file %s contains no name, currency, font or colour of the default brand',
    async (path) => {
      const text = await (await guest().get(path)).text()
      expect(tracesOfOurs(text)).toEqual([])
    },
  )

  test('the programme rules name the currency of the brand, the details its company', async () => {
    const visitor = guest()
    const rules = await (await visitor.get('/program-loyalty')).text()
    expect(rules).toContain('Как начисляются баллы')
    expect(await (await visitor.get('/details')).text()).toContain('АО «ТД „Причал“»')
  })

  test("the service worker contains the brand's currency, colours and font, and none of the default's", async () => {
    const visitor = guest()
    const [firstLine = ''] = (await (await visitor.get('/sw.js')).text()).split('\n', 1)
    const brand = JSON.parse(firstLine.replace(/^const BRAND=|;$/g, ''))
    expect(brand.shown.currency).toEqual(other.currency)
    expect(brand.shown.offlineStyles).toContain(other.colours.dark.primary)
    expect(tracesOfOurs(firstLine)).toEqual([])
    for (const file of brand.files) expect((await visitor.get(file)).status, file).toBe(200)
  })

  test('the service workers of two brands have different ids, and the same program', async () => {
    const own = await startApp(server.url)
    try {
      const workers = await Promise.all(
        [app, own].map(async ({ origin }) => (await createVisitor(origin).get('/sw.js')).text()),
      )
      const ids = workers.map((text) => /"id":"([\da-f]{8})"/.exec(text)?.[1])
      expect(ids[0]).toBeTruthy()
      expect(ids[0]).not.toBe(ids[1])
      // Only the first line differs between the two workers, because it holds the brand.
      const [one, two] = workers.map((text) => text.slice(text.indexOf('\n')))
      expect(one).toBe(two)
    } finally {
      await own.stop()
    }
  })

  test('the manifest names the brand, its colours and existing pictures', async () => {
    const visitor = guest()
    const manifest = await (await visitor.get('/manifest.webmanifest')).json()
    expect(manifest).toMatchObject({
      name: 'Причал — карта с баллами',
      short_name: 'Причал',
      theme_color: other.colours.light.bg,
    })
    expect(manifest.screenshots).toBeUndefined()
    for (const { src } of manifest.icons) {
      const bytes = Buffer.from(await (await visitor.get(src)).arrayBuffer())
      expect(bytes.equals(readFileSync(`${OTHER}${src}`)), src).toBe(true)
    }
  })

  test('a font is immutable at an address with its hash, an icon is cached for an hour', async () => {
    const visitor = guest()
    const html = await (await visitor.get('/login')).text()
    const [, font = ''] = /<link rel="preload" href="(\/fonts\/[^"]+)"/.exec(html) ?? []
    expect(font).toMatch(/^\/fonts\/golos-text-cyrillic-wght-normal-[\da-f]{8}\.woff2$/)
    const cached = await visitor.get(font)
    expect(cached.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(cached.headers.get('content-type')).toBe('font/woff2')
    const icon = await visitor.get('/favicon.svg')
    expect(icon.headers.get('cache-control')).toBe('public, max-age=3600')
    const again = await fetch(`${app.origin}/favicon.svg`, {
      headers: { 'If-None-Match': icon.headers.get('etag') ?? '' },
    })
    expect(again.status).toBe(304)
    for (const path of ['/brand.json', '/fonts/OFL.txt', '/pass/icon.png', '/mark.svg'])
      expect((await visitor.get(path)).status, path).toBe(404)
  })

  test("the 404 page for a missing file has the brand's colours, and nothing of the default brand", async () => {
    const html = await (await guest().get('/assets/none')).text()
    expect(html).toContain(`background: ${other.colours.light.primary}`)
    expect(tracesOfOurs(html)).toEqual([])
  })
})
