import { mkdtempSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { publicPages } from '../../app/screens.server'
import { startApp } from '../support/app-process'
import { untilEnd } from '../support/site'
import { createVisitor, type Visitor } from '../support/visitor'

const CLOSED_ADDRESS = 'http://127.0.0.1:9'
const GOOGLEBOT = { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' }
const AWAY = 'https://shop.example/promo'
const rules = [
  { from: '/promo/*', to: '/program-loyalty', status: 302 },
  { from: '/shop', to: AWAY, status: 301 },
]

const directory = mkdtempSync(join(tmpdir(), 'public-'))
const rulesFile = join(directory, 'rules.json')
let written = 0

/** Writes an operator's file with another time than before. */
function write(name: string, text: string) {
  const path = join(directory, name)
  writeFileSync(path, text)
  written += 1
  utimesSync(path, written, written)
}

let visitor: Visitor
const files = {
  'details.md': '# Кто мы\n\nМы — {{brand}}, наша почта: {{supportEmail}}. {{unknown}}',
  'terms.md': 'Сначала слова, и лишь потом название документа.\n\n# Правила',
  'rules.json': JSON.stringify(rules),
}
for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text)
// Both gateways are closed ports.
const app = untilEnd(
  await startApp(CLOSED_ADDRESS, {
    CONTENT_DIR: directory,
    ROUTE_RULES_FILE: rulesFile,
    SUPPORT_EMAIL: 'care@shop.example',
  }),
)

const fresh = () => (visitor = createVisitor(app.origin))

describe('a public page, while both gateways are down', () => {
  test.each(publicPages)(
    '%s is served, cacheable by everybody, without cookies or scripts',
    async (path) => {
      const response = await fresh().get(path)
      expect(response.status).toBe(200)
      expect(response.headers.get('cache-control')).toBe('public, max-age=60')
      expect(response.headers.get('vary')).toMatch(/Cookie/)
      expect(response.headers.getSetCookie()).toEqual([])
      expect(response.headers.get('x-robots-tag')).toBeNull()
      const policy = response.headers.get('content-security-policy')
      expect(policy).toContain("script-src 'self'; style-src 'self' 'sha256-")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      const html = await response.text()
      expect(html).not.toMatch(/<script|modulepreload|nonce=/)
      // The page contains its own styles, because it loads no style sheet.
      expect(html).toMatch(/<style data-page-styles="">[^<]{5000,}<\/style>/)
      expect(html).not.toMatch(/rel="stylesheet"/)
      expect(html).toContain(`<link rel="canonical" href="${app.origin}${path}"/>`)
      expect(html).toMatch(/<meta name="description" content="[^"]{40,}"/)
      expect(html).toContain(`<meta property="og:image" content="${app.origin}/og.png"/>`)
    },
  )

  test('the picture for messengers is served', async () => {
    const response = await fresh().get('/og.png')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('image/png')
  })
})

test('the icons of a page are symbols of one file, stored for a year', async () => {
  const html = await (await fresh().get('/')).text()
  const used = [...html.matchAll(/<use href="([^"]+)"/g)].map(([, href = '']) => href.split('#'))
  expect(used.length).toBeGreaterThan(3)
  const [file = ''] = used[0] ?? []
  expect(file).toMatch(/^\/assets\/icons-[\da-f]{8}\.svg$/)
  const response = await visitor.get(file)
  expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  const sprite = await response.text()
  for (const [address, name] of used) {
    expect(address).toBe(file)
    expect(sprite).toContain(`<symbol id="${name}" viewBox=`)
  }
})

describe('an address other than the exact ones of public pages', () => {
  test.each([
    ['/login', 200],
    ['/terms/', 301],
    ['/TERMS', 200],
    ['/terms.data', 200],
    ['/today', 302],
    ['/nothing-here', 404],
    ['/consent', 302],
    ['/login/code', 302],
  ])('%s has the headers no-store and noindex', async (path, status) => {
    const response = await fresh().get(path)
    expect(response.status).toBe(status)
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    expect(response.headers.get('x-robots-tag')).toBe('noindex')
  })

  test('a post to a public address is not cached', async () => {
    const response = await fresh().post('/terms', { a: 'b' })
    expect(response.headers.get('cache-control')).toBe('private, no-store')
  })
})

test('the decision about analytics is stored in a cookie for a year', async () => {
  const response = await fresh().post('/consent', { choice: 'accepted', returnTo: '/terms?a=1' })
  expect(response.headers.get('location')).toBe('/terms?a=1')
  const [cookie] = response.headers.getSetCookie().filter((each) => each.includes('v1_consent'))
  expect(cookie).toBe('v1_consent=accepted; Max-Age=31556952; Path=/; SameSite=Lax')
})

describe('an error response', () => {
  test('to an unknown address is a line of text for robots and the error screen for people', async () => {
    const forRobot = await fresh().get('/nothing-here', GOOGLEBOT)
    expect(forRobot.status).toBe(404)
    const line = await forRobot.text()
    expect(line).toContain('<p>Здесь ничего не нашлось (404)</p>')
    expect(line.length).toBeLessThan(200)
    // A browser taken for a robot must not save the line as a file.
    expect(forRobot.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const forPerson = await visitor.get('/nothing-here')
    expect(forPerson.status).toBe(404)
    const html = await forPerson.text()
    expect(html).toContain('<title>Здесь ничего не нашлось — Апрель</title>')
    expect(html).toContain('tabindex="-1">Здесь ничего не нашлось</h1>')
    expect(html).toMatch(/<a href="\/"[^>]*>(?:(?!<\/a>).)*На главную/)
    expect(html).not.toContain('Основное меню')
    expect(html).toContain('illustrations/base/warning.svg')
  })

  test('to a malformed address is a line of text for robots and a page with a drawing for people', async () => {
    const forRobot = await fresh().get('/a//b', GOOGLEBOT)
    expect(forRobot.status).toBe(404)
    expect(await forRobot.text()).toContain('<p>Здесь ничего не нашлось (404)</p>')
    expect(forRobot.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const html = await (await fresh().get('/a//b')).text()
    expect(html).toContain('<h1>Здесь ничего не нашлось</h1>')
    expect(html).toContain('<svg aria-hidden="true"')
  })

  test.each([
    [
      'UC',
      'UCWEB/2.0 (MIDP-2.0; U; Adr 4.4.2; ru; SM-G900F) U2/1.0.0 UCBrowser/10.1.0.527 U2/1.0.0 Mobile',
    ],
    ['w3m', 'w3m/0.5.3+git20230121'],
  ])('in %s says what is wrong, although it may be taken for a robot', async (_, agent) => {
    for (const path of ['/nothing-here', '/a//b']) {
      const response = await fresh().get(path, { 'user-agent': agent })
      expect(await response.text()).toContain('Здесь ничего не нашлось')
    }
  })

  test('of an unknown data address names the path in its message', async () => {
    const response = await fresh().get('/nothing/here.data')
    expect(await response.text()).toContain('Page Not Found: /nothing/here')
  })

  test('of a missing drawing is logged once', async () => {
    const path = '/assets/svg/icons/base/no-such.svg'
    expect((await fresh().get(path)).status).toBe(404)
    expect((await visitor.get(path)).status).toBe(404)
    expect((await visitor.get('/assets/other.js')).status).toBe(404)
    const lines = () =>
      app
        .log()
        .split('\n')
        .filter((line) => line.includes('a drawing is missing'))
    await expect.poll(() => lines().length).toBe(1)
    expect(JSON.parse(lines()[0] ?? '')).toMatchObject({ level: 40, path })
  })
})

describe('the operator’s texts', () => {
  test('replace the default documents by name, with variables, and are read again', async () => {
    const first = await (await fresh().get('/details')).text()
    expect(first).toContain('<h1 id="page-title" tabindex="-1">Кто мы</h1>')
    expect(first).toMatch(/Мы — Апрель, наша почта: .*care@shop\.example/)
    await expect.poll(() => app.log()).toContain('a text has an unknown placeholder')
    expect(await (await visitor.get('/pdn')).text()).toMatch(/<h1[^>]*>Политика/)

    write('details.md', '# Теперь так\n\n<script>alert(1)</script>Текст')
    // The shared page is cached for a minute, as by a cache in front.
    visitor.cookies.set('v1_consent', 'refused')
    const second = async () => (await visitor.get('/details')).text()
    await expect.poll(second).toContain('Теперь так')
    expect(await second()).not.toContain('alert')
  })

  test('have the default title when the text does not begin with a heading', async () => {
    const page = await (await fresh().get('/terms')).text()
    expect(page).toContain('Сначала слова')
    expect(page).toMatch(/<h1[^>]*>Пользовательское соглашение</)
    expect(page).toContain('<title>Пользовательское соглашение')
  })
})

describe('rules for moved addresses', () => {
  test('2.45: redirect a document, and a navigation by script as a load of the document', async () => {
    const moved = await fresh().get('/promo/summer?utm_source=mail')
    expect([moved.status, moved.headers.get('location')]).toEqual([
      302,
      '/program-loyalty?utm_source=mail',
    ])
    expect((await visitor.post('/promo', { a: 'b' })).headers.get('location')).toBeNull()
    const away = await visitor.get('/shop?token=1')
    expect([away.status, away.headers.get('location')]).toEqual([301, AWAY])
    const byScript = await visitor.get('/shop.data')
    expect(byScript.status).toBe(202)
    const text = await byScript.text()
    expect(text).toContain('SingleFetchRedirect')
    expect(text).toContain(AWAY)
    expect(text).toMatch(/"reload",true/)
  })

  test('are served with the build’s id', async () => {
    const html = await (await fresh().get('/login')).text()
    const [, manifest = ''] = /\/assets\/manifest-(\w+)\.js/.exec(html) ?? []
    const response = await visitor.get(`/builds/meta/${manifest}.json`)
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ buildId: manifest, rules })
    expect((await visitor.get('/builds/meta/other.json')).status).toBe(404)
  })

  test('are read again; an invalid file keeps the last good one', async () => {
    write('rules.json', JSON.stringify([{ from: '/promo', to: '/promo' }]))
    await expect.poll(() => app.log()).toContain('0.to: leads in circles')
    expect((await fresh().get('/promo/summer')).status).toBe(302)
    write('rules.json', '[]')
    await expect.poll(async () => (await visitor.get('/promo/summer')).status).toBe(404)
  })
})
