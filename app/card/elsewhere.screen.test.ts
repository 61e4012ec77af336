import { expect, test } from 'vitest'

import { testContext } from '../../tests/support/test-context'
import { catimaLink } from './elsewhere.server'
import { loader as elsewhere } from './elsewhere.screen'
import { loader as pass } from './pass.resource'
import { loader as print } from './print.screen'

const PROFILE = 'GET /v1/profile'
const { shopper, visitor, sandbox, spoil, getCalls } = testContext()

/** Parses the link like the wallet: decodes the fragment, then its fields again. */
function importedFrom(link: string): Record<string, string> {
  const { origin, pathname, search, hash } = new URL(link)
  expect([origin, pathname, search]).toEqual(['https://catima.app', '/share', ''])
  return Object.fromEntries(new URLSearchParams(decodeURIComponent(hash.slice(1))))
}

test('links the wallet Catima with its documented fields in the fragment, which no server receives', async () => {
  const { load, user } = await shopper()
  const { data } = await load(elsewhere, '/qr/elsewhere')
  const fields = importedFrom(data.catima!)
  expect(fields).toEqual({
    store: 'Апрель',
    note: expect.stringContaining('Баланс'),
    cardid: user.cards[0],
    barcodetype: 'CODE_128',
    headercolor: String(0xff0e5a3a | 0),
  })
  // The request that a browser sends to the wallet's site.
  expect(data.catima!.split('#')[0]).toBe('https://catima.app/share')
})

test.each([
  ['#0e5a3a', 0xff0e5a3a | 0],
  ['#ffffff', -1],
])('writes reserved characters and the colour %s into the link to the wallet', (colour, header) => {
  const odd = { store: 'Апрель & Ко? #1 100% «+»', note: 'a=b&c', cardid: '0012' }
  const fields = importedFrom(catimaLink({ ...odd, colour }))
  expect(fields).toMatchObject({ ...odd, headercolor: String(header) })
})

test('loads the pages /qr/elsewhere and /qr/print without requesting a one-time code', async () => {
  const { load } = await shopper()
  await load(elsewhere, '/qr/elsewhere')
  await load(print, '/qr/print')
  expect(getCalls('GET /v1/user/totp')).toBe(0)
})

test('shows the number stored on this device only while the profile fails to load', async () => {
  const { load, user } = await shopper()
  await load(elsewhere, '/qr/elsewhere')
  spoil(PROFILE, 'status')
  const getNumber = async () => {
    const { card } = (await load(print, '/qr/print')).data
    return card && card.number.replaceAll(' ', '')
  }
  expect(await getNumber()).toBe(user.cards[0])
  sandbox.faults.clear()
  user.cards[0] = '2000 0000 0000 0024'
  expect(await getNumber()).toBe('2000000000000024')
})

test('shows a message when the profile fails to load or the shopper has no card', async () => {
  const failing = await shopper()
  spoil(PROFILE, 'status')
  expect((await failing.load(elsewhere, '/qr/elsewhere')).data).toMatchObject({
    state: 'unknown',
    catima: null,
  })
  sandbox.faults.clear()
  sandbox.faults.add({
    endpoint: PROFILE,
    mode: 'changed',
    change: (answer) => ({ ...(answer as object), cardNumber: '2000********0017' }),
  })
  expect((await failing.load(elsewhere, '/qr/elsewhere')).data).toMatchObject({ state: 'none' })
  sandbox.faults.clear()
  const { load } = await visitor('79000000005')
  expect((await load(elsewhere, '/qr/elsewhere')).data).toMatchObject({ state: 'none' })
  expect((await load(print, '/qr/print')).data).toMatchObject({ state: 'none', card: null })
})

test('redirects from the wallet pass to /qr/elsewhere when the card number is unknown', async () => {
  const { load } = await visitor('79000000005')
  const { status, location } = await load(pass, '/qr/pass')
  expect([status, location]).toEqual([302, '/qr/elsewhere'])
  const failing = await shopper()
  spoil(PROFILE, 'status')
  expect((await failing.load(pass, '/qr/pass')).location).toBe('/qr/elsewhere')
})

test('does not count a wallet pass that cannot be made against the limit of passes', async () => {
  const { load } = await visitor('79000000005')
  for (let time = 0; time < 12; time += 1) {
    const { flash, location } = await load(pass, '/qr/pass')
    expect([flash, location]).toEqual([null, '/qr/elsewhere'])
  }
})
