import { expect, test } from 'vitest'

import { testContext } from '../../tests/support/test-context'
import { publicPages } from '../screens.server'
import { loader as layout } from '../shell/landing-layout'
import { action as consent } from './consent.action'
import { loader as document } from './document.screen'
import { loader as landing } from './landing.screen'
import { loader as onboarding } from './onboarding.screen'
import { loader as robots } from './robots.resource'
import { loader as securityTxt } from './security-txt.resource'
import { loader as sitemap } from './sitemap.resource'

const { visitor, shopper, sandbox } = testContext()

test('calls no gateway for the landing page, and redirects signed-in visitors of the installed app', async () => {
  const guest = await visitor()
  expect((await guest.load(landing, '/')).data).toMatchObject({ isSignedIn: false })
  expect((await guest.load(landing, '/?source=pwa')).status).toBe(200)
  expect(sandbox.calls).toEqual([])
  const { load } = await shopper()
  expect((await load(landing, '/')).data).toMatchObject({ isSignedIn: true })
  expect((await load(landing, '/?source=pwa')).location).toBe('/today')
})

test('shows a QR code in the layout, but not on the landing page, which has its own', async () => {
  const { load } = await visitor()
  expect((await load(layout, '/')).data.qr).toBeNull()
  expect((await load(layout, '/terms')).data.qr).not.toBeNull()
})

test.each(['/terms', '/cookie-policy'])('shows the document %s', async (path) => {
  const { data } = await (await visitor()).load(document, path)
  expect(data).toMatchObject({ path, text: expect.anything() })
  expect(data.consent !== null).toBe(path === '/cookie-policy')
})

test('lists the lifetime of each cookie in its largest whole unit', async () => {
  const { data } = await (await visitor()).load(document, '/cookie-policy')
  const text = JSON.stringify(data.text).replaceAll('\u00a0', ' ')
  for (const period of ['1 год', '30 дней', '1 день', '1 час', '1 минута', 'до закрытия браузера'])
    expect(text).toContain(`>${period}</td>`)
})

test('answers 404 for an unknown document', async () => {
  expect((await (await visitor()).load(document, '/secrets')).status).toBe(404)
})

test.each([
  ['accepted', 'Спасибо! Аналитика разрешена'],
  ['refused', 'Хорошо, обойдёмся без аналитики'],
])('stores the analytics consent «%s», then redirects back', async (choice, title) => {
  const { send, load } = await visitor()
  const response = await send(consent, '/consent', { choice, returnTo: '/terms' })
  expect(response).toMatchObject({ status: 303, location: '/terms', flash: { title } })
  expect((await load(document, '/cookie-policy')).data.consent).toEqual({ choice })
})

test('ignores an invalid analytics consent, and redirects to no other site', async () => {
  const { send, load } = await visitor()
  expect((await send(consent, '/consent', { choice: 'maybe' })).location).toBe('/cookie-policy')
  expect((await load(document, '/cookie-policy')).data.consent).toEqual({ choice: null })
  const fields = { choice: 'refused', returnTo: '//evil.example' }
  expect((await send(consent, '/consent', fields)).location).toBe('/')
})

test('4.15: has three onboarding pages', async () => {
  const { load } = await shopper()
  const look = (step?: string) => load(onboarding, '/onboarding', step ? { step } : {})
  expect((await look()).location).toBe('/onboarding/1')
  for (const step of ['1', '2', '3'])
    expect((await look(step)).data).toEqual({ number: Number(step) })
  for (const step of ['0', '4', '1.5', 'one']) expect((await look(step)).status).toBe(404)
})

test('serves robots.txt, a sitemap of the public pages alone, and a security.txt that expires within a year', async () => {
  const { load } = await visitor()
  const robotsTxt = await load(robots, '/robots.txt')
  expect(String(robotsTxt.data)).toContain('Sitemap: https://shop.example/sitemap.xml')
  const { data: map, headers } = await load(sitemap, '/sitemap.xml')
  expect(headers.get('Content-Type')).toMatch('application/xml')
  const places = Array.from(String(map).matchAll(/<loc>([^<]+)<\/loc>/g), ([, place]) => place)
  expect(places).toEqual(publicPages.map((path) => `https://shop.example${path}`))
  const security = String((await load(securityTxt, '/.well-known/security.txt')).data)
  expect(security).toMatch(/^Contact: mailto:/)
  const expiresIn = Date.parse(/Expires: (.+)/.exec(security)?.[1] ?? '') - Date.now()
  expect(expiresIn).toBeGreaterThan(0)
  expect(expiresIn).toBeLessThan(365 * 86_400_000)
})
