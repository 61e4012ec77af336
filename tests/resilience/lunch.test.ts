import { expect, test } from 'vitest'

import { startSite } from '../support/site'
import { postAsPerson } from '../support/person'

const SHOPPERS = 1000
const AT_ONCE = 12

const { sandbox, guest } = await startSite({
  ADDRESS_LIMIT_FACTOR: '1',
  // A thousand sign-ins come faster here than at any lunch, so the shop's budget of SMS is off.
  TEXTS_PER_MINUTE: '0',
  TEXTS_PER_HOUR: '0',
})

test('a thousand shoppers behind one address sign in, read and write without one refusal', async () => {
  const statuses = new Map<string, number>()
  const note = (what: string, { status, headers }: Response) => {
    const key = `${what} ${status} ${headers.get('Location') ?? ''}`.trim()
    statuses.set(key, (statuses.get(key) ?? 0) + 1)
  }
  async function haveLunch(phone: string) {
    const visitor = guest()
    const { inbox, state } = sandbox
    const send = (path: string, fields: Record<string, string>) =>
      postAsPerson(visitor, state, path, fields)
    note('phone', await send('/login', { phone }))
    note('code', await send('/login/code', { code: inbox.lastCode(phone) ?? '' }))
    for (const path of ['/qr', '/today', '/coupons']) note(path, await visitor.get(path))
    note('theme', await visitor.post('/profile/theme', { theme: 'dark' }))
  }
  const phones = Array.from({ length: SHOPPERS }, (_, at) => String(79057000000 + at))
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let phone = phones.pop(); phone; phone = phones.pop()) await haveLunch(phone)
    }),
  )
  expect(Object.fromEntries(statuses)).toEqual({
    'phone 303 /login/code': SHOPPERS,
    'code 303 /onboarding/1': SHOPPERS,
    '/qr 200': SHOPPERS,
    '/today 200': SHOPPERS,
    '/coupons 200': SHOPPERS,
    'theme 303 /profile': SHOPPERS,
  })
}, 240_000)
