import { afterEach, describe, expect, test } from 'vitest'

import { startSite } from '../support/site'
import { signIn, type Visitor } from '../support/visitor'

const REFRESH = 'POST /v1/auth/token/refresh'
const FORGET = '"storage"'

const { sandbox, newPhone, guest, signedIn } = await startSite({}, { accessTokenLifeSeconds: 0 })

afterEach(() => {
  sandbox.faults.clear()
})

async function shopper(): Promise<Visitor> {
  const visitor = await signedIn()
  expect(visitor.cookies.has('v1_jwt')).toBe(true)
  return visitor
}

const getWipe = (response: Response) => response.headers.get('Clear-Site-Data')

describe("T33 the response deletes the shopper's data in the browser", () => {
  test('at a sign-out', async () => {
    expect(getWipe(await (await shopper()).post('/logout'))).toBe(FORGET)
  })

  test('after a sign-out on another device', async () => {
    const visitor = await shopper()
    const copy = visitor.copy()
    const page = await (await visitor.get('/profile/not-me')).text()
    expect(page).toContain('name="everywhere" value="1"')
    await visitor.post('/logout', { everywhere: '1' })
    expect(getWipe(await copy.get('/today'))).toBe(FORGET)
  })
})

/** The shopper may be at the till: worker and sign-in screen keep only the number. */
describe('T33 a session that the gateway ends', () => {
  const getExpired = (response: Response) => response.headers.get('X-Session-Expired')

  test.each(['/qr', '/qr.data', '/login'])(
    'names the owner of the stored card number in a header of the response to %s',
    async (path) => {
      const visitor = await shopper()
      sandbox.faults.add({ endpoint: REFRESH, mode: 'status', status: 401, times: 1 })
      const response = await visitor.get(path)
      if (path === '/qr') expect(response.headers.get('Location')).toBe('/login?returnTo=%2Fqr')
      expect(getWipe(response)).toBeNull()
      expect(visitor.cookies.has('v1_jwt')).toBe(false)
      const owner = getExpired(response)
      expect(owner).toMatch(/^[\w-]{16}$/)
      // Responses name the owner until a shopper signs in.
      expect(getExpired(await visitor.get('/login'))).toBe(owner)
      await signIn(visitor, sandbox, newPhone())
      expect(getExpired(await visitor.get('/today'))).toBeNull()
      expect(visitor.cookies.has('v1_ended')).toBe(false)
    },
  )

  test('clears the storage if the shopper had signed out of it, and names no owner', async () => {
    const visitor = await shopper()
    const copy = visitor.copy()
    await visitor.post('/logout')
    sandbox.faults.add({ endpoint: REFRESH, mode: 'status', status: 401, times: 1 })
    const response = await copy.get('/qr')
    expect(getWipe(response)).toBe(FORGET)
    expect(getExpired(response)).toBeNull()
  })
})

describe('T33 the response deletes no data in the browser', () => {
  test.each([500, 403])('when the gateway responds to a refresh with %i', async (status) => {
    const visitor = await shopper()
    sandbox.faults.add({ endpoint: REFRESH, mode: 'status', status, times: 2 })
    expect(getWipe(await visitor.get('/qr'))).toBeNull()
    expect(visitor.cookies.has('v1_jwt')).toBe(true)
  })

  test('when a refresh reaches no gateway, and for guests', async () => {
    const visitor = await shopper()
    sandbox.faults.add({ endpoint: REFRESH, mode: 'reset', times: 2 })
    expect(getWipe(await visitor.get('/qr'))).toBeNull()
    expect(visitor.cookies.has('v1_jwt')).toBe(true)
    expect(getWipe(await guest().get('/today'))).toBeNull()
  })
})
