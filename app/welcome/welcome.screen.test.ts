import { expect, test } from 'vitest'

import { testContext } from '../../tests/support/test-context'
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

test.each([
  '/program-loyalty',
  '/terms',
  '/pdn',
  '/details',
  '/contacts',
  '/cookie-policy',
  '/accessibility',
])('shows the document %s', async (path) => {
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

test('has three onboarding pages', async () => {
  const { load } = await shopper()
  const look = (step?: string) => load(onboarding, '/onboarding', step ? { step } : {})
  expect((await look()).location).toBe('/onboarding/1')
  for (const step of ['1', '2', '3'])
    expect((await look(step)).data).toEqual({ number: Number(step) })
  for (const step of ['0', '4', '1.5', 'one']) expect((await look(step)).status).toBe(404)
})

test('serves robots.txt, sitemap and security.txt', async () => {
  const { load } = await visitor()
  const text = async (response: ReturnType<typeof load>) => String((await response).data)
  expect(await text(load(robots, '/robots.txt'))).toContain(
    'Sitemap: https://shop.example/sitemap.xml',
  )
  const map = await text(load(sitemap, '/sitemap.xml'))
  expect(map).toContain('<loc>https://shop.example/terms</loc>')
  expect(map).not.toContain('/today')
  expect(await text(load(securityTxt, '/.well-known/security.txt'))).toMatch(/^Contact: mailto:/)
})
