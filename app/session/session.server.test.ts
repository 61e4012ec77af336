import { SignJWT } from 'jose'
import { describe, expect, test, vi } from 'vitest'

import { GatewayError } from '~/gateways/gateway-error.server'
import type { Tokens } from '~/gateways/schemas/identity.server'

import { CookieJar } from './cookies.server'
import { createRevokedSessions } from './revoked-sessions.server'
import { createRefresher } from './refresh.server'
import { createSealer } from './seal.server'
import { Session } from './session.server'
import { createMemoryStore } from '~/shared-state/shared-store.server'
import { datePair } from './tokens.server'

const sealer = createSealer(['a-secret-that-is-at-least-32-characters'])
const LIFE_MS = 300_000

async function tokens(refreshToken: string, isDated = true): Promise<Tokens> {
  const token = new SignJWT({ for: refreshToken }).setProtectedHeader({ alg: 'HS256' })
  if (isDated) token.setIssuedAt()
  const accessToken = await token.setExpirationTime('5m').sign(new Uint8Array(32))
  return { accessToken, refreshToken }
}

/** One browser and one container: `visit` is a request, and cookies return with the next one. */
function createBrowser(askGateway: () => Promise<Tokens>) {
  let clock = Date.now()
  let header = ''
  const now = () => clock
  const store = createMemoryStore(now)
  const refresher = createRefresher({ store, sealer, now })
  const revokedSessions = createRevokedSessions({ redis: null, lifeMs: 31_556_952_000, now })
  const visit = async <Result>(work: (session: Session) => Promise<Result> | Result) => {
    const jar = new CookieJar(header, { secure: true, sealer })
    const result = await work(new Session(jar, { revokedSessions, refresher, askGateway, now }))
    const cookies = new Map(
      header.split('; ').map((pair) => pair.split('=', 2) as [string, string]),
    )
    for (const cookie of jar.changes()) {
      const [name = '', value = ''] = cookie.split(';')[0]?.split('=') ?? []
      if (cookie.includes('Max-Age=0')) cookies.delete(name)
      else cookies.set(name, value)
    }
    header = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    return result
  }
  return {
    visit,
    pass: (ms: number) => (clock += ms),
    copyCookies: () => header,
    restoreCookies: (copy: string) => (header = copy),
  }
}

const never = () => Promise.reject(new Error('The gateway must not be asked'))

describe('a session', () => {
  test.each([true, false])(
    '4.21, 4.24: is refreshed ten seconds before its access token expires, with the time of issue: %s',
    async (isDated) => {
      const [first, second] = [await tokens('r1', isDated), await tokens('r2', isDated)]
      const ask = vi.fn(async () => second)
      const { visit, pass } = createBrowser(ask)
      await visit((session) => session.signIn(first, 'user-1'))
      pass(LIFE_MS - 12_000)
      expect(await visit((session) => session.userId())).toBe('user-1')
      expect(await visit((session) => session.accessToken())).toBe(first.accessToken)
      pass(3000)
      expect(await visit((session) => session.accessToken())).toBe(second.accessToken)
      expect(ask).toHaveBeenCalledExactlyOnceWith('r1')
    },
  )

  test('with a pinned access token is renewed before a streamed response, and never during it', async () => {
    const second = await tokens('r2')
    const ask = vi.fn(async () => second)
    const { visit, pass } = createBrowser(ask)
    await visit(async (session) => session.signIn(await tokens('r1'), 'user-1'))
    pass(LIFE_MS / 2)
    await visit(async (session) => {
      expect(await session.pinAccessToken(LIFE_MS / 4)).toBeGreaterThan(Date.now())
      expect(ask).not.toHaveBeenCalled()
    })
    await visit(async (session) => {
      await session.pinAccessToken(LIFE_MS)
      expect(await session.accessToken()).toBe(second.accessToken)
      // A token is refused during a streamed response, when no cookie can be sent any more.
      expect(await session.renewAccessToken(second.accessToken)).toBe(second.accessToken)
    })
    expect(ask).toHaveBeenCalledExactlyOnceWith('r1')
    expect(await visit((session) => session.accessToken())).toBe(second.accessToken)
  })

  test.each([400, 403, 404, 422, 500])(
    '4.20: survives a refresh that fails with %i, and throws when a call needs the access token',
    async (status) => {
      const { visit, pass } = createBrowser(() =>
        Promise.reject(new GatewayError({ kind: 'http', status, endpoint: 'x' })),
      )
      await visit(async (session) => session.signIn(await tokens('r1'), 'user-1'))
      pass(LIFE_MS)
      await visit(async (session) => {
        expect(await session.isSignedIn()).toBe(true)
        await expect(session.accessToken()).rejects.toThrow(GatewayError)
      })
      expect(await visit((session) => session.isSignedIn())).toBe(true)
    },
  )

  test('4.20, 4.24, 8.2: ends after a refresh that fails with 401', async () => {
    const { visit, pass } = createBrowser(() =>
      Promise.reject(new GatewayError({ kind: 'http', status: 401, endpoint: 'x' })),
    )
    await visit(async (session) => session.signIn(await tokens('r1'), 'user-1'))
    expect(await visit((session) => session.isSignedIn())).toBe(true)
    pass(LIFE_MS)
    expect(await visit((session) => session.isSignedIn())).toBe(false)
    expect(await visit((session) => session.hasCookie)).toBe(false)
  })

  test('4.24: is refused in every copy of its cookie after signing out', async () => {
    const browser = createBrowser(never)
    const { visit } = browser
    await visit(async (session) => session.signIn(await tokens('r1'), 'user-1'))
    const copy = browser.copyCookies()
    await visit((session) => session.signOut())
    expect(await visit((session) => session.isSignedIn())).toBe(false)
    browser.pass(30 * 86_400_000)
    browser.restoreCookies(copy)
    expect(await visit((session) => session.isSignedIn())).toBe(false)
  })

  test('is restored from the old cookie minutes after a lost refresh response, unless it was signed out', async () => {
    const ask = vi.fn(async () => tokens(`r${ask.mock.calls.length + 1}`))
    const browser = createBrowser(ask)
    const { visit, pass } = browser
    await visit(async (session) => session.signIn(await tokens('r1'), 'user-1'))
    const old = browser.copyCookies()
    pass(LIFE_MS)
    await visit((session) => session.accessToken())
    const renewed = browser.copyCookies()
    pass(120_000)
    browser.restoreCookies(old)
    expect(await visit((session) => session.accessToken())).not.toBeNull()
    expect(ask).toHaveBeenCalledExactlyOnceWith('r1')
    browser.restoreCookies(renewed)
    await visit((session) => session.signOut())
    browser.restoreCookies(old)
    expect(await visit((session) => session.isSignedIn())).toBe(false)
    expect(await visit((session) => session.hasCookie)).toBe(false)
  })

  describe('signing out everywhere with an expired access token', () => {
    const answers = (status: number) =>
      vi.fn(() => Promise.reject(new GatewayError({ kind: 'http', status, endpoint: 'x' })))

    /** Two phones of one shopper; the second signs in after the first one's token expired. */
    async function twoPhones(ask: () => Promise<Tokens>) {
      const browser = createBrowser(ask)
      const { visit, pass, copyCookies, restoreCookies } = browser
      await visit(async (session) => session.signIn(await tokens('r1'), 'user-1'))
      const first = copyCookies()
      pass(LIFE_MS)
      restoreCookies('')
      await visit(async (session) => session.signIn(await tokens('r2'), 'user-1'))
      const second = copyCookies()
      const signOut = async (isEverywhere: boolean) => {
        restoreCookies(first)
        await visit((session) => session.signOut(isEverywhere))
        expect(await visit((session) => session.hasCookie)).toBe(false)
      }
      const isSecondLive = () => {
        restoreCookies(second)
        return visit((session) => session.isSignedIn())
      }
      return { signOut, isSecondLive }
    }

    test('revokes no other session when this session was signed out already', async () => {
      const { signOut, isSecondLive } = await twoPhones(answers(500))
      await signOut(false)
      await signOut(true)
      expect(await isSecondLive()).toBe(true)
    })

    test.each([
      [401, true],
      [503, false],
    ])(
      'leaves another session when the refresh of this one gets %i: %s',
      async (status, isLive) => {
        const { signOut, isSecondLive } = await twoPhones(answers(status))
        await signOut(true)
        expect(await isSecondLive()).toBe(isLive)
      },
    )
  })

  test('gets a new access token when the gateway refuses one that has not expired', async () => {
    const second = await tokens('r2')
    const ask = vi.fn(async () => second)
    const { visit } = createBrowser(ask)
    await visit(async (session) => session.signIn(await tokens('r1'), 'user-1'))
    await visit(async (session) => {
      const rejected = (await session.accessToken()) ?? ''
      const renewed = await Promise.all([1, 2, 3].map(() => session.renewAccessToken(rejected)))
      expect(renewed).toEqual([second.accessToken, second.accessToken, second.accessToken])
      expect(await session.renewAccessToken(rejected)).toBe(second.accessToken)
      expect(ask).toHaveBeenCalledOnce()
    })
  })

  const others = ['device', 'uuid', 'variants', 'ksid', 'known', 'theme']
  const ofFlow = ['card', 'pause', 'code', 'otp', 'incomplete', 'adult', 'ended']
  test.each<[string, (session: Session) => unknown, string[]]>([
    ['a sign-out', (session) => session.signOut(), ['known', 'theme']],
    ['a sign-out everywhere', (session) => session.signOut(true), ['theme']],
    [
      'the sign-in of another shopper',
      async (session) => session.signIn(await tokens('r2'), 'user-2'),
      ['jwt', ...others],
    ],
  ])('4.15, 4.18: keeps no cookie of the shopper after %s', async (_, work, left) => {
    const browser = createBrowser(never)
    await browser.visit(async (session) => session.signIn(await tokens('r1'), 'user-1'))
    const more = [...others, ...ofFlow].map((name) => `__Host-v1_${name}=1`)
    browser.restoreCookies([browser.copyCookies(), ...more].join('; '))
    await browser.visit((session) => session.isSignedIn())
    expect(browser.copyCookies()).toContain('v1_adult')
    await browser.visit(work)
    const names = Array.from(browser.copyCookies().matchAll(/v1_(\w+)=/g), ([, name]) => name)
    expect(names.sort()).toEqual(left.sort())
  })

  test('3.17, 3.32: seals tokens, code request and loyalty-ID code, and stores the profile flag as it is', async () => {
    const { visit, copyCookies } = createBrowser(never)
    const pair = await tokens('refresh-token')
    const codeRequest = { phone: '79000000001', attemptId: 'attempt', expires: 1_800_000_000 }
    const loyaltyCode = { magnitIDCode: 'loyalty-code', userId: 'user-1', isRegistered: true }
    await visit((session) => {
      session.signIn(pair, 'user-1')
      Object.assign(session, { completeness: 'incomplete', codeRequest })
    })
    expect(await visit((session) => session.codeRequest)).toEqual(codeRequest)
    const before = copyCookies()
    await visit((session) => void (session.loyaltyCode = loyaltyCode))
    expect(await visit((session) => session.loyaltyCode)).toEqual(loyaltyCode)
    expect(await visit((session) => session.accessToken())).toBe(pair.accessToken)
    expect(before).toMatch(/v1_jwt=\S+ .*v1_incomplete=incomplete; .*v1_otp=/)
    expect(copyCookies()).toContain('v1_code=')
    await visit((session) => void (session.completeness = 'valid'))
    expect(copyCookies()).toMatch(/v1_incomplete=valid(?:;|$)/)
    expect(await visit(({ completeness }) => completeness)).toBe('valid')
    for (const secret of [pair.accessToken, 'refresh-token', '79000000001', 'attempt', 'loyalty'])
      expect(before + copyCookies()).not.toContain(secret)
  })

  test.each(['', 'x', 'e30.e30.', 'e30.eyJleHAiOjB9.'])(
    '5.1: does not begin with the access token «%s», which is none',
    async (accessToken) => {
      const { visit, copyCookies } = createBrowser(never)
      const pair = { accessToken, refreshToken: 'r' }
      const error = new Error('Invalid token')
      expect(() => datePair(pair, 0)).toThrow(error)
      await visit((session) => expect(() => session.signIn(pair, 'user-1')).toThrow(error))
      expect(copyCookies()).not.toContain('v1_jwt')
    },
  )

  test.each([
    ['valid', 'valid'],
    ['incomplete', 'incomplete'],
    ['1', null],
    ['', null],
  ])('4.2: reads the profile flag «%s» as %s', async (flag, completeness) => {
    const { visit, restoreCookies } = createBrowser(never)
    restoreCookies(`__Host-v1_incomplete=${flag}`)
    expect(await visit((session) => session.completeness)).toBe(completeness)
  })

  test('forgets a pause when it is over', async () => {
    const { visit, pass } = createBrowser(never)
    const until = new Date(Date.now() + 60_000)
    await visit((session) => void (session.pause = { until, reason: 'sent' }))
    expect(await visit(({ pause }) => pause)).toEqual({ until, reason: 'sent' })
    pass(61_000)
    expect(await visit(({ pause }) => pause)).toBeNull()
  })

  test('keeps a notice until a page shows it, and shows it once', async () => {
    const { visit } = createBrowser(never)
    await visit((session) => session.flash({ type: 'success', title: 'Готово' }))
    const read = (isPage: boolean) =>
      visit((session) => {
        const notice = session.readFlash()
        if (isPage) session.endFlash()
        return notice?.title ?? null
      })
    // A redirect reads the flash message without showing it, so the message must stay.
    expect(await read(false)).toBe('Готово')
    expect(await read(true)).toBe('Готово')
    expect(await read(true)).toBeNull()
  })
})
