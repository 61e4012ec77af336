import { expect, test } from 'vitest'

import { testContext } from '../../tests/support/test-context'
import { waitText } from '~/lib/dates'
import { UNKNOWN_ZONE } from '~/lib/time-zones'
import { loader as cards } from './cards.screen'
import { action as confirmEmail } from './confirm-email.action'
import { loader as legal } from './legal.screen'
import { loader } from './profile.screen'
import { loader as landing } from '../welcome/landing.screen'
import { action as start } from './start.action'
import { action as theme } from './theme.action'

const { shopper, getCalls, spoil, sandbox, later } = testContext()
const LETTER = 'POST /v1/profile/email-confirm'

test('4.25, 4.37: shows the name, and only the end of the phone', async () => {
  const { load, user, phone } = await shopper()
  const { data } = await load(loader, '/profile')
  expect(data.person?.name).toBe(user.firstName)
  expect(data.person?.phone.replace(/\D/g, '')).not.toContain(phone.slice(1))
  expect(data.points).toBe(user.balance.totalPointBalance)
  await load(loader, '/profile')
  const calls = ['GET /v1/profile', 'GET /v3/user/balance', 'GET /cuscom/v2/user/permissions']
  expect(calls.map(getCalls)).toEqual([2, 2, 0])
})

test('shows cards and consents of the gateway', async () => {
  const { load, user } = await shopper()
  const { data } = await load(cards, '/profile/cards')
  expect(data.cards?.map((card) => card.replace(/\D/g, ''))).toEqual(user.cards)
  expect((await load(legal, '/profile/legal')).data.consents).not.toBeNull()
})

test.each([
  ['dark', 'dark'],
  ['light', 'light'],
  ['system', null],
  ['purple', null],
])('stores the chosen theme «%s» as %s', async (chosen, stored) => {
  const { send, load } = await shopper()
  expect((await send(theme, '/profile/theme', { theme: chosen })).location).toBe('/profile')
  expect((await load(loader, '/profile')).data.theme).toBe(stored)
})

test.each([
  ['card', '/qr'],
  ['today', '/today'],
  ['elsewhere', '/today'],
])('opens the installed app, after the start screen choice «%s», at %s', async (chosen, path) => {
  const { send, load, jar } = await shopper()
  const begin = async () => (await load(landing, '/?source=pwa')).location
  expect((await load(loader, '/profile')).data.start).toBe('today')
  expect(await begin()).toBe('/today')
  for (const choice of ['card', chosen]) {
    const { status, location } = await send(start, '/profile/start', { start: choice })
    expect([status, location]).toEqual([303, '/profile'])
  }
  expect((await load(loader, '/profile')).data.start).toBe(path === '/qr' ? 'card' : 'today')
  expect(await begin()).toBe(path)
  // The choice only affects the app's icon, and the default needs no cookie.
  expect((await load(landing, '/')).location).toBeNull()
  expect(jar.has('__Host-v1_start')).toBe(path === '/qr')
})

/** A shopper with an unconfirmed address. */
async function unconfirmed() {
  const { send, user } = await shopper()
  Object.assign(user, { email: `${user.phone}@example.ru`, isEmailConfirmed: false })
  const ask = (fields: Record<string, string> = {}, search = '') =>
    send(confirmEmail, `/profile/confirm-email${search}`, fields)
  return { ask, user }
}

test('sends the email confirmation, then redirects to returnTo, but to no other site', async () => {
  const { ask } = await unconfirmed()
  expect(await ask({}, '?returnTo=/profile/edit')).toMatchObject({
    location: '/profile/edit',
    flash: { type: 'success', title: 'Письмо отправлено' },
  })
  expect((await ask({}, '?returnTo=//evil.example')).location).toBe('/today')
})

test('refuses the fourth email confirmation within an hour, to whatever address', async () => {
  const { ask, user } = await unconfirmed()
  for (let turn = 0; turn < 3; turn += 1) {
    await ask()
    user.email = `${turn}${user.email}`
  }
  const { flash } = await ask()
  expect(flash).toMatchObject({ type: 'warning', title: 'Письмо уже отправлено' })
  const waits = [3_590_000, 3_600_000].map((ms) =>
    waitText(new Date(Date.now() + ms), UNKNOWN_ZONE),
  )
  expect(waits.map((wait) => `Ещё одно можно запросить ${wait}.`)).toContainEqual(
    flash?.description?.replace(/^.*«Спам»\. /, ''),
  )
  expect(getCalls(LETTER)).toBe(3)
})

test.each([
  ['tags, dots and capitals', 'a.b@example.com ab+1@example.com A.B@EXAMPLE.com a-b+x@example.com'],
  ['domains of Yandex', 'box@ya.ru box@yandex.com.tr box@yandex.kz box@yandex.com'],
  ['domains of Gmail', 'box2@gmail.com b.ox2@googlemail.com box2+1@gmail.com box2@googlemail.com'],
  ['«ё»', 'box4@ёлка.рф box4@елка.рф box4@xn--80atc1g.xn--p1ai b.ox4@елка.рф'],
])('refuses the fourth letter to one mailbox of several accounts: %s', async (_, spellings) => {
  const outcomes = []
  for (const email of spellings.split(' ')) {
    const { ask, user } = await unconfirmed()
    user.email = email
    outcomes.push((await ask()).flash?.type)
  }
  expect(outcomes).toEqual(['success', 'success', 'success', 'warning'])
  expect(getCalls(LETTER)).toBe(3)
})

test.each([
  ['does not count', 'refused to send', 'status', 'success'],
  ['counts', 'may have sent before its answer was lost', 'cut', 'warning'],
] as const)('%s letters that the gateway %s towards the limit', async (_, __, mode, next) => {
  const { ask } = await unconfirmed()
  for (let turn = 0; turn < 3; turn += 1) {
    sandbox.faults.add({ endpoint: LETTER, mode, status: 500 })
    expect((await ask()).flash?.type).toBe('error')
    sandbox.faults.clear()
    later()
  }
  expect((await ask()).flash?.type).toBe(next)
})

test('sends no email confirmation when the address is already confirmed or missing', async () => {
  const { ask, user } = await unconfirmed()
  user.isEmailConfirmed = true
  expect((await ask()).flash?.type).toBe('info')
  Object.assign(user, { email: '', isEmailConfirmed: false })
  expect((await ask()).flash?.type).toBe('info')
  expect(getCalls(LETTER)).toBe(0)
})

test.each([LETTER, 'GET /v1/profile'])(
  '4.1: shows an error when %s fails during a request for an email confirmation',
  async (endpoint) => {
    const { ask } = await unconfirmed()
    spoil(endpoint, 'status')
    expect((await ask()).flash).toEqual({
      type: 'error',
      title: 'Не удалось отправить письмо. Попробуйте чуть позже',
    })
  },
)
