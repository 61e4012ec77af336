import { expect, test } from 'vitest'

import type { CollectedEvent } from '~/gateways/collector.server'
import { CookieJar } from '~/session/cookies.server'
import { Device } from '~/session/device.server'
import { createSealer } from '~/session/seal.server'
import { createMemoryStore } from '~/session/shared-store.server'

import { Analytics } from './analytics.server'

const sealer = createSealer(['a-secret-of-the-tests-that-is-long-enough'])
const SITE = 'https://shop.example'
const NOT_FOUND = { routeId: 'framework/not-found.screen', failure: 404 }

/** The events of a document request of a visitor with consent. */
function recorded(path: string, init: RequestInit = {}, arrival: object = {}, isAfterForm = false) {
  const cookies = new CookieJar('v1_consent=accepted', { secure: false, sealer })
  const sent: CollectedEvent[] = []
  const analytics = new Analytics({
    ...{ cookies, device: new Device(cookies, null), store: createMemoryStore() },
    ...{ requestId: 'r', isAfterForm, address: '192.0.2.1' },
    queue: { add: (event) => void sent.push(event) },
  })
  const request = new Request(SITE + path, init)
  analytics.arriveByDocument(request, { routeId: 'card/card.screen', ...arrival })
  return sent.map((event) => ('name' in event ? [event.name, event.properties] : []))
}

const from = (Referer: string) => ({ headers: { Referer } })

test.each([
  ['/nowhere?q=79000000001', `${SITE}/terms?phone=79000000001`, '/nowhere', '/terms'],
  ['/nowhere', 'https://search.example/?q=79000000001', '/nowhere', 'https://search.example'],
  ['/nowhere', 'android-app://search.example/', '/nowhere', null],
  [
    '/me@mail.example/79000000001/%D0%9C%D0%B0%D1%88%D0%B0/x',
    'no',
    '/:value/:value/:value/x',
    null,
  ],
])('a 404 at %s after «%s» is a view of %s from %s', (path, referer, url, referrer) => {
  expect(recorded(path, from(referer), NOT_FOUND)).toEqual([['not_found', { url, referrer }]])
  const afterForm = recorded(path, from(referer), NOT_FOUND, true)
  expect(afterForm).toEqual([['not_found', { url, referrer: null }]])
})

test('a prefetched page and a refused form are no views, a page of an error is one', () => {
  expect(recorded('/qr')).toHaveLength(1)
  for (const purpose of ['prefetch', 'prerender'])
    expect(recorded('/qr', { headers: { 'Sec-Purpose': purpose } })).toEqual([])
  expect(recorded('/qr', { method: 'POST' })).toEqual([])
  expect(recorded('/qr', { method: 'POST' }, { failure: 503 })).toEqual([
    ['error', { status: 503 }],
  ])
})
