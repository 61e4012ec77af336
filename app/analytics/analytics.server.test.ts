import { expect, test } from 'vitest'

import { addresses } from '../../tests/support/examples'
import type { CollectedEvent } from '~/gateways/collector.server'
import { CookieJar } from '~/session/cookies.server'
import { Device } from '~/session/device.server'
import { createSealer } from '~/session/seal.server'
import { createMemoryStore } from '~/shared-state/shared-store.server'

import { Analytics } from './analytics.server'

const sealer = createSealer(['a-secret-of-the-tests-that-is-long-enough'])
const SITE = 'https://shop.example'
const NOT_FOUND = { routeId: 'framework/not-found.screen', failure: 404 }

/** The analytics of a visitor with consent, and the events that they send. */
function createAnalytics(isAfterForm = false) {
  const cookies = new CookieJar('v1_consent=accepted', { secure: false, sealer })
  const sent: CollectedEvent[] = []
  const analytics = new Analytics({
    ...{ cookies, device: new Device(cookies, null), store: createMemoryStore() },
    ...{ requestId: 'r', isAfterForm, address: '192.0.2.1' },
    queue: { add: (event) => void sent.push(event) },
  })
  const events = () =>
    sent.map((event) => ['name' in event ? event.name : event.event, event.properties])
  return { analytics, events }
}

/** The events of one document request. */
function recorded(path: string, init: RequestInit = {}, arrival: object = {}, isAfterForm = false) {
  const { analytics, events } = createAnalytics(isAfterForm)
  const request = new Request(SITE + path, init)
  analytics.arriveByDocument(request, { routeId: 'card/card.screen', ...arrival })
  return events()
}

const from = (Referer: string) => ({ headers: { Referer } })

test.each([
  ['/nowhere?q=79000000001', `${SITE}/terms?phone=79000000001`, '/nowhere', '/terms'],
  ['/nowhere', 'https://search.example/?q=79000000001', '/nowhere', 'https://search.example'],
  ['/nowhere', `${SITE}/coupons/79000000001`, '/nowhere', '/coupons/:value'],
  ['/nowhere', 'android-app://search.example/', '/nowhere', null],
  [
    '/me@mail.example/79000000001/%D0%9C%D0%B0%D1%88%D0%B0/x',
    'no',
    '/:value/:value/:value/x',
    null,
  ],
])('1.17, 2.61: a 404 at %s after «%s» is a view of %s from %s', (path, referer, url, referrer) => {
  expect(recorded(path, from(referer), NOT_FOUND)).toEqual([['not_found', { url, referrer }]])
  const afterForm = recorded(path, from(referer), NOT_FOUND, true)
  expect(afterForm).toEqual([['not_found', { url, referrer: null }]])
})

test('1.13, 1.17, 2.61: a prefetched page and a refused form are no views, a page of an error is one', () => {
  expect(recorded('/qr')).toEqual([['card', {}]])
  for (const purpose of ['prefetch', 'prerender'])
    expect(recorded('/qr', { headers: { 'Sec-Purpose': purpose } })).toEqual([])
  expect(recorded('/qr', { method: 'POST' })).toEqual([])
  for (const failure of [400, 403, 422, 429, 500, 503])
    expect(recorded('/qr', { method: 'POST' }, { failure })).toEqual([
      ['error', { status: failure }],
    ])
})

const back = 'Navigation:BackToProfile'
test.each([
  ['2.46: /profile/stars', 'purchases/points.screen', '/profile', [back, { from: 'stars' }]],
  ['2.46: /profile/legal', 'profile/legal.screen', '/profile', [back, { from: 'legal' }]],
  [
    '2.46: /profile/cards/add',
    'profile/cards-add.screen',
    '/profile',
    [back, { from: 'cards-add' }],
  ],
  [
    '2.46: /profile/cards/add',
    'profile/cards-add.screen',
    '/profile/cards',
    [back, { from: 'cards-add' }],
  ],
  [
    '2.46: /registration',
    'sign-in/registration.screen',
    '/login',
    ['Navigation:RegistrationToLogin', {}],
  ],
  ['2.46: /profile/edit', 'profile/edit.screen', '/profile', null],
  ['2.46: /profile/stars', 'purchases/points.screen', '/today', null],
])('%s: the way from %s to %s sends the navigation event %j', async (label, start, to, event) => {
  const { analytics, events } = createAnalytics()
  const from = label.split(': ')[1]!
  const { id } = addresses.find(({ path }) => `/${path}` === to)!
  for (const [routeId, path, referrer] of [
    [start, from, null],
    [id, to, from],
    [id, to, from],
  ] as const) {
    const headers: HeadersInit = referrer ? { Referer: SITE + referrer } : {}
    analytics.arriveByDocument(new Request(SITE + path, { headers }), { routeId })
    await new Promise(setImmediate)
  }
  const crossings = events().filter(([name]) => String(name).startsWith('Navigation:'))
  expect(crossings).toEqual(event ? [event] : [])
})
