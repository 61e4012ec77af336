import { expect, test, vi } from 'vitest'

import { testContext } from '../../tests/support/test-context'
import { action as consent } from '../welcome/consent.action'
import { Analytics } from './analytics.server'
import { action, loader } from './events.resource'

const { visitor } = testContext()

const batch = (changes: object = {}) =>
  JSON.stringify({
    batch: crypto.randomUUID(),
    sentAt: 1000,
    events: [{ id: crypto.randomUUID(), at: 900, name: 'TabBar:Tap', properties: { tab: 'qr' } }],
    ...changes,
  })

async function agreed() {
  const guest = await visitor()
  await guest.send(consent, '/consent', { choice: 'accepted' })
  return (text: string) => guest.send(action, '/events', text)
}

test('answers 404 to a GET', async () => {
  expect((await (await visitor()).load(loader, '/events')).status).toBe(404)
})

test('answers 204 without reading the body or setting the id cookie when consent is absent', async () => {
  const { send, jar } = await visitor()
  expect((await send(action, '/events', 'no JSON at all')).status).toBe(204)
  expect([...jar.keys()]).not.toContain('v1_uuid')
})

test('answers 204 to a batch and to its repetition, and 400 to an invalid batch', async () => {
  const post = await agreed()
  const text = batch()
  expect((await post(text)).status).toBe(204)
  expect((await post(text)).status).toBe(204)
  const { events } = JSON.parse(text) as { events: object[] }
  const long = (count: number) => batch({ events: Array(count).fill(events[0]) })
  for (const odd of ['', '{', '[]', batch({ events: [] }), batch({ batch: '1' }), long(51)])
    expect((await post(odd)).status).toBe(400)
  expect((await post(long(50))).status).toBe(204)
})

test('takes a batch once a day, with times between a day ago and now by the browser’s own clock', async () => {
  const post = await agreed()
  const tracked = vi.spyOn(Analytics.prototype, 'trackBrowser')
  const arrived = vi.spyOn(Analytics.prototype, 'arrive')
  const { events } = JSON.parse(batch()) as { events: object[] }
  const dated = [3000, -9000, -172_800_000].map((at) => ({ ...events[0], at }))
  const properties = { routeId: 'r', url: '/', from: null, failure: 200 }
  const text = batch({ events: [...dated, { ...dated[0], name: 'Arrival', properties }] })
  await post(text)
  const seconds = ({ at }: { at: Date }) => Math.round((Date.now() - at.getTime()) / 1000)
  expect(tracked.mock.calls.map(([, , stamp]) => seconds(stamp))).toEqual([0, 10, 86_400])
  // A shown page is no failure.
  expect(arrived).not.toHaveBeenCalled()
  const later = performance.now() + 23 * 3_600_000
  vi.spyOn(performance, 'now').mockReturnValue(later)
  expect((await post(text)).status).toBe(204)
  expect(tracked).toHaveBeenCalledTimes(3)
})

test('1.13, 2.61: sends the view of a screen, and of a failure, that the script has shown', async () => {
  const post = await agreed()
  const arrived = vi.spyOn(Analytics.prototype, 'arrive')
  const views = [
    { routeId: 'card/card.screen', url: '/qr?source=shortcut', from: '/today' },
    { routeId: 'coupons/coupon.screen', url: '/coupons/1', from: null, failure: 404 },
    { routeId: 'coupons/coupon.screen', url: '/coupons/1', from: null, failure: 400 },
    { routeId: 'coupons/coupon.screen', url: '/coupons/1', from: null, failure: 599 },
  ]
  const events = views.map((properties) => ({
    ...{ id: crypto.randomUUID(), at: 900, name: 'Arrival', properties },
  }))
  await post(batch({ events }))
  expect(arrived.mock.calls.map(([view]) => ({ ...view, url: view.url.href }))).toEqual(
    views.map((view) => ({ ...view, url: `https://shop.example${view.url}` })),
  )
})

test('answers 429 to the sixty-first batch within a minute', async () => {
  const post = await agreed()
  // The first batch gives the browser its id.
  await post(batch())
  const responses = await Promise.all(Array.from({ length: 60 }, () => post(batch())))
  expect(responses.filter(({ status }) => status === 429)).toHaveLength(1)
})
