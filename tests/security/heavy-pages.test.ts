import { expect, test } from 'vitest'

import { startSite } from '../support/site'
import { signIn } from '../support/visitor'

const { sandbox, newPhone, guest } = await startSite()

async function shopper() {
  const phone = newPhone()
  const visitor = guest()
  expect((await signIn(visitor, sandbox, phone)).status).toBe(303)
  return { visitor, user: sandbox.state.user(phone) }
}

test('two heavy pages of one shopper load at a time, and delay no other shopper', async () => {
  const [greedy, other] = [await shopper(), await shopper()]
  const phone = greedy.user.phone
  sandbox.faults.add({
    endpoint: 'GET /v2/user/coupons',
    mode: 'latency',
    latencyMs: 300,
    phone,
  })
  const begun = performance.now()
  const pages = Array.from({ length: 6 }, () => greedy.visitor.get('/deadlines'))
  expect((await other.visitor.get('/deadlines')).status).toBe(200)
  const others = performance.now() - begun
  for (const page of await Promise.all(pages)) expect(page.status).toBe(200)
  expect(performance.now() - begun).toBeGreaterThan(3 * 300)
  expect(others).toBeLessThan(performance.now() - begun)
  sandbox.faults.clear()
})
