import { expect, test } from 'vitest'

import { newPhone, testContext } from '../../tests/support/test-context'
import { action as login } from './login.screen'
import { getPause } from './code-limits.server'
import { loader, pauseTexts } from './pause.screen'

const { visitor } = testContext()

test('redirects to sign-in without a pause', async () => {
  const guest = await visitor()
  expect((await guest.load(loader, '/login/pause')).location).toBe('/login')
})

test.each([
  ['codeWait', 'sent'],
  ['codesInTenMinutes', 'texts'],
  ['codesInDay', 'texts'],
  ['codesOfDevice', 'device'],
  ['codesOfAddress', 'network'],
  ['codesOfConfirmedDevices', 'texts'],
  ['wrongCodesAfterRow', 'codes'],
  ['wrongCodesOfConfirmedDevices', 'codes'],
  ['wrongCodes', 'codes'],
  ['wrongCodesInDay', 'codes'],
  ['wrongCodesOfAddress', 'network'],
  ['smsInHour', 'shop'],
] as const)(
  'gives the limit %s the pause reason «%s», and each reason a text of its own',
  (limit, reason) => {
    const pause = getPause({ isOver: true, limit, until: new Date() })
    expect(pause.reason).toBe(reason)
    const leads = Object.values(pauseTexts).map(({ lead }) => lead('после 12:40'))
    expect(new Set(leads).size).toBe(leads.length)
    for (const each of leads) expect(each).toContain('после 12:40')
  },
)

const sent = { phone: '79050000001', attemptId: 'attempt', expires: Date.now() / 1000 + 600 }
const confirmed = { magnitIDCode: 'code', userId: 'user' }

test.each([
  ['the code', 'a valid code', { codeRequest: sent }, 'code'],
  ['nothing', 'a code without tries', { codeRequest: { ...sent, isSpent: true } }, null],
  ['nothing', 'an expired code', { codeRequest: { ...sent, expires: 1 } }, null],
  [
    'registration',
    'a confirmed phone',
    { loyaltyCode: { ...confirmed, isRegistered: false } },
    'register',
  ],
  ['sign-in', 'a known phone', { loyaltyCode: { ...confirmed, isRegistered: true } }, 'sign-in'],
])('offers %s during a pause to a visitor with %s', async (_, __, state, next) => {
  const guest = await visitor()
  await guest.with(({ session }) => {
    const pause = { until: new Date(Date.now() + 60_000), reason: 'sent' as const }
    Object.assign(session, { ...state, pause })
    return null
  })
  expect((await guest.load(loader, '/login/pause')).data).toMatchObject({ next })
})

test('shows the end of the pause, and no phone', async () => {
  const phone = newPhone()
  await (await visitor()).send(login, '/login', { phone })
  const guest = await visitor()
  await guest.send(login, '/login', { phone })
  const { status, data, isLimited } = await guest.load(loader, '/login/pause')
  expect([status, isLimited]).toEqual([429, true])
  expect(data).toMatchObject({ until: expect.any(Number), reason: 'sent', next: null })
  expect(JSON.stringify(data)).not.toContain(phone.slice(1))
  expect(data.until).toBeGreaterThan(Date.now())
})
