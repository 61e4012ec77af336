import { afterEach, expect, test } from 'vitest'

import { startSite } from '../support/site'
import { builtRoutes } from '../support/built-routes'
import { addresses, exampleAddress } from '../support/examples'
import { createVisitor, signIn, type Visitor } from '../support/visitor'

const { app, sandbox, newPhone, guest, signedIn } = await startSite()
afterEach(() => sandbox.faults.clear())
const REFUSED = 'Войти не удалось. Запросите новый код'

/** A shopper with a refused sign-in, on the way to the profile. */
async function refused(): Promise<Visitor> {
  const visitor = guest()
  sandbox.faults.add({ endpoint: 'POST /v1/auth/token', mode: 'status', status: 400 })
  const response = await signIn(visitor, sandbox, newPhone())
  expect([response.status, response.headers.get('location')]).toEqual([303, '/profile'])
  return visitor
}

test('a flash message is shown once, on the page after all redirects', async () => {
  const visitor = await refused()
  const onward = await visitor.get('/profile')
  expect(onward.headers.get('location')).toBe('/login?returnTo=%2Fprofile')
  const page = await (await visitor.get('/login?returnTo=%2Fprofile')).text()
  expect(page).toContain(REFUSED)
  expect(visitor.cookies.has('v1_flash')).toBe(false)
  // Its link closes it without a script.
  const [, close = ''] = /href="([^"]+)"[^>]*><span>Закрыть</.exec(page) ?? []
  expect(close).toBe('/login?returnTo=%2Fprofile')
  expect(await (await visitor.get(close)).text()).not.toContain(REFUSED)
})

test('a flash message is shown once after a redirected navigation by script', async () => {
  const visitor = await refused()
  const onward = await visitor.get('/profile.data')
  expect([onward.status, await onward.text()]).toEqual([202, expect.stringContaining('/login')])
  expect(await (await visitor.get('/login.data')).text()).toContain(REFUSED)
  expect(await (await visitor.get('/login.data')).text()).not.toContain(REFUSED)
})

test('a request for the data of a single route does not consume the flash message', async () => {
  const visitor = await refused()
  await visitor.get('/login.data?_routes=sign-in%2Flogin.screen')
  expect(await (await visitor.get('/login')).text()).toContain(REFUSED)
})

const built = builtRoutes()
const posts = addresses
  .filter(({ id }) => built[id]?.hasAction)
  // Signing out is last, because it ends the session that the other posts need.
  .sort((one, other) => Number(one.path === 'logout') - Number(other.path === 'logout'))

test('every redirect after a post has status 303', async () => {
  expect(posts.length).toBeGreaterThan(20)
  const user = sandbox.state.user(newPhone())
  const guest = createVisitor(app.origin)
  const shopper = await signedIn(user.phone)
  const led: string[] = []
  for (const visitor of [guest, shopper])
    for (const { id, path } of posts) {
      const at = exampleAddress(id, user)
      const { status, headers } = await visitor.post(at)
      const leads = headers.has('location')
      expect([at, leads ? status : status >= 300 && status < 400]).toEqual([
        at,
        leads ? 303 : false,
      ])
      if (leads) led.push(path)
    }
  expect(led.length).toBeGreaterThan(20)
})
