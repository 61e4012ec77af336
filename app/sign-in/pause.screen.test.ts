import { expect, test } from 'vitest'

import { newPhone, testContext } from '../../tests/support/test-context'
import { action as login } from './login.screen'
import { loader } from './pause.screen'

const { visitor } = testContext()

test('who need not wait is led to sign in', async () => {
  const guest = await visitor()
  expect((await guest.load(loader, '/login/pause')).location).toBe('/login')
})

test('who has to wait is told until when, and nothing of the phone', async () => {
  const phone = newPhone()
  await (await visitor()).send(login, '/login', { phone })
  const guest = await visitor()
  await guest.send(login, '/login', { phone })
  const { status, data, isLimited } = await guest.load(loader, '/login/pause')
  expect([status, isLimited]).toEqual([429, true])
  expect(data).toMatchObject({ until: expect.any(Number), hasCode: false })
  expect(JSON.stringify(data)).not.toContain(phone.slice(1))
  expect(data.until).toBeGreaterThan(Date.now())
})
