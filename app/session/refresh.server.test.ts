import { setTimeout as sleep } from 'node:timers/promises'

import { SignJWT } from 'jose'
import { describe, expect, onTestFinished, test, vi } from 'vitest'

import { GatewayError } from '~/gateways/gateway-error.server'
import type { Tokens } from '~/gateways/schemas/identity.server'

import { createRefresher } from './refresh.server'
import { createSealer } from './seal.server'
import { createMemoryStore, type StoreKey } from '~/shared-state/shared-store.server'

const sealer = createSealer(['a-secret-that-is-at-least-32-characters'])

async function newTokens(refreshToken: string): Promise<Tokens> {
  const accessToken = await new SignJWT()
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt()
    .setExpirationTime('5m')
    .sign(new Uint8Array(32))
  return { accessToken, refreshToken }
}

function slowGateway(response: (count: number) => Promise<Tokens>) {
  let count = 0
  return vi.fn(async () => {
    count += 1
    const mine = count
    await sleep(100)
    return response(mine)
  })
}

const refused = (status: number) =>
  new GatewayError({ kind: 'http', status, endpoint: 'POST /v1/auth/token/refresh' })

describe('a token refresh', () => {
  test('4.19: is made once for parallel requests in two containers that share a store', async () => {
    const store = createMemoryStore()
    const containers = [createRefresher({ store, sealer }), createRefresher({ store, sealer })]
    const ask = slowGateway((count) => newTokens(`next-${count}`))

    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, index) => containers[index % 2]?.refresh('old', ask)),
    )

    expect(ask).toHaveBeenCalledTimes(1)
    for (const outcome of outcomes)
      expect(outcome).toMatchObject({ kind: 'renewed', pair: { refreshToken: 'next-1' } })
  })

  /** Containers with a shared store and one test clock. */
  function newContainers(count: number) {
    let passed = 0
    const now = () => 1_000_000_000_000 + passed
    const store = createMemoryStore(now)
    const containers = Array.from({ length: count }, () => createRefresher({ store, sealer, now }))
    return { containers, passTo: (ms: number) => void (passed = ms) }
  }

  test('4.19: is made for each of two tokens', async () => {
    const { containers } = newContainers(1)
    const ask = vi.fn(async (refreshToken: string) => newTokens(`${refreshToken}+`))
    const outcomes = ['one', 'other'].map((token) => containers[0]!.refresh(token, ask))
    expect(await Promise.all(outcomes)).toMatchObject([
      { pair: { refreshToken: 'one+' } },
      { pair: { refreshToken: 'other+' } },
    ])
  })

  test('4.19: is not made again by a container that reads no result, then gets the lock after the other has finished', async () => {
    const store = createMemoryStore()
    const first = createRefresher({ store, sealer })
    const ask = vi.fn(async () => newTokens('next'))
    const late = createRefresher({
      store: {
        ...store,
        async claim(...lock) {
          await first.refresh('old', ask)
          return store.claim(...lock)
        },
      },
      sealer,
    })
    expect(await late.refresh('old', ask)).toMatchObject({ pair: { refreshToken: 'next' } })
    expect(ask).toHaveBeenCalledOnce()
  })

  test.each([
    ['renewed', () => newTokens('next')],
    ['rejected', () => Promise.reject(refused(401))],
  ] as const)(
    '4.19: serves calls of another container for a minute when it is %s',
    async (kind, answer) => {
      const { containers, passTo } = newContainers(2)
      const ask = vi.fn<() => Promise<Tokens>>(answer)
      for (const [at, seconds] of [0, 30, 59].entries()) {
        passTo(seconds * 1000)
        expect((await containers[at % 2]!.refresh('old', ask)).kind).toBe(kind)
      }
      expect(ask).toHaveBeenCalledOnce()
    },
  )

  test('4.19: is waited for nine seconds by another container, and made again after ten', async () => {
    // Only the deadline of the waiting container; looking at the lock takes real time.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const { containers, passTo } = newContainers(4)
    const [first, second, third, fourth] = containers
    let finish: ((tokens: Tokens) => void) | undefined
    const ask = vi.fn(() => new Promise<Tokens>((resolve) => (finish = resolve)))
    const never = vi.fn(() => newTokens('wrong'))
    const settle = vi.fn()
    const begun = first!.refresh('old', ask)
    const waiting = second!.refresh('old', never)
    void waiting.then(settle)
    await sleep(100)
    expect(ask).toHaveBeenCalledOnce()
    vi.advanceTimersByTime(8900)
    await sleep(200)
    expect(settle).not.toHaveBeenCalled()
    vi.advanceTimersByTime(200)
    expect(await waiting).toEqual({ kind: 'failed' })
    passTo(9900)
    const late = third!.refresh('old', never)
    await sleep(200)
    expect(never).not.toHaveBeenCalled()
    finish!(await newTokens('next'))
    for (const outcome of [begun, late])
      expect(await outcome).toMatchObject({ pair: { refreshToken: 'next' } })
    // A container that was stopped during its refresh leaves its lock.
    void first!.refresh('other', () => new Promise(() => {}))
    await sleep(10)
    passTo(20_000)
    expect((await fourth!.refresh('other', () => newTokens('next'))).kind).toBe('renewed')
  })

  /** One container with a test clock, and a gateway that numbers its token pairs. */
  function withClock() {
    const began = Date.now()
    let passed = 0
    const now = () => began + passed
    const store = createMemoryStore(now)
    const refresher = createRefresher({ store, sealer, now })
    const ask = vi.fn(async (refreshToken: string) => newTokens(`${refreshToken}+`))
    const after = async (minutes: number) => {
      passed = minutes * 60_000
      return refresher.refresh('old', ask)
    }
    return { after, ask }
  }

  test('uses the stored refresh token, never the old one, after the stored access token has expired', async () => {
    const { after, ask } = withClock()
    await after(0)
    expect(await after(20)).toMatchObject({ pair: { refreshToken: 'old++' } })
    // The response with that pair was lost, too.
    expect(await after(22)).toMatchObject({ pair: { refreshToken: 'old++' } })
    expect(await after(50)).toMatchObject({ pair: { refreshToken: 'old+++' } })
    expect(ask.mock.calls).toEqual([['old'], ['old+'], ['old++']])
  })

  test('is repeated for the old refresh token after an hour', async () => {
    const { after, ask } = withClock()
    await after(0)
    await after(61)
    expect(ask.mock.calls).toEqual([['old'], ['old']])
  })

  test('is repeated after the access token expires when the gateway does not rotate refresh tokens', async () => {
    const { after, ask } = withClock()
    ask.mockImplementation(async (refreshToken) => newTokens(refreshToken))
    await after(0)
    expect(await after(20)).toMatchObject({ kind: 'renewed' })
    expect(ask).toHaveBeenCalledTimes(2)
  })

  test('that the gateway rejected is repeated two minutes later', async () => {
    const { after, ask } = withClock()
    ask.mockRejectedValue(refused(401))
    expect((await after(0)).kind).toBe('rejected')
    expect((await after(2)).kind).toBe('rejected')
    expect(ask).toHaveBeenCalledTimes(2)
  })

  /** Two containers that cannot tell each other what they do, and a gateway that rotates. */
  function divided() {
    let passed = 0
    const now = () => Date.now() + passed
    const store = { ...createMemoryStore(now), wasDivided: () => true }
    const refresher = createRefresher({ store, sealer, now })
    const ask = vi.fn<() => Promise<Tokens>>().mockRejectedValue(refused(401))
    return { refresher, ask, store, pass: (ms: number) => (passed += ms) }
  }

  test('that gets 401 while containers cannot share results ends no session for a minute', async () => {
    const { refresher, ask, pass } = divided()
    expect((await refresher.refresh('old', ask)).kind).toBe('failed')
    pass(30_000)
    expect((await refresher.refresh('old', ask)).kind).toBe('failed')
    pass(31_000)
    expect((await refresher.refresh('old', ask)).kind).toBe('rejected')
  })

  test("that gets 401 while containers cannot share results later uses another container's result", async () => {
    const { refresher, ask, store } = divided()
    expect((await refresher.refresh('old', ask)).kind).toBe('failed')
    const other = createRefresher({ store, sealer })
    await other.refresh('old', () => newTokens('next'))
    expect(await refresher.refresh('old', ask)).toMatchObject({ pair: { refreshToken: 'next' } })
  })

  test('4.20: is rejected by a 401 only', async () => {
    const getKind = async (ask: () => Promise<Tokens>) => {
      const refresher = createRefresher({ store: createMemoryStore(), sealer })
      return (await refresher.refresh('old', ask)).kind
    }
    const getOutcome = (error: Error) => getKind(() => Promise.reject(error))
    expect(await getOutcome(refused(401))).toBe('rejected')
    for (const status of [400, 403, 404, 422, 429, 500, 503])
      expect(await getOutcome(refused(status))).toBe('failed')
    expect(await getOutcome(new GatewayError({ kind: 'timeout', endpoint: 'x' }))).toBe('failed')
    expect(await getOutcome(new Error('anything'))).toBe('failed')
    const noJwt = { accessToken: 'not a jwt', refreshToken: 'next' }
    expect(await getKind(async () => noJwt)).toBe('failed')
  })

  test('is tried again a second after a failure', async () => {
    let now = 1000
    const refresher = createRefresher({ store: createMemoryStore(() => now), sealer })
    const ask = slowGateway((count) =>
      count === 1 ? Promise.reject(refused(500)) : newTokens('next'),
    )
    expect((await refresher.refresh('old', ask)).kind).toBe('failed')
    expect((await refresher.refresh('old', ask)).kind).toBe('failed')
    expect(ask).toHaveBeenCalledTimes(1)
    now = 2100
    expect((await refresher.refresh('old', ask)).kind).toBe('renewed')
  })

  test('fails without a gateway call and keeps the session when the stored result has an unknown secret', async () => {
    const store = createMemoryStore()
    const newer = createSealer(['another-secret-of-at-least-32-characters'])
    const refresher = createRefresher({ store, sealer: newer })
    const ask = slowGateway((count) => newTokens(`next-${count}`))
    await refresher.refresh('old', ask)
    const askAgain = slowGateway(() => Promise.reject(refused(401)))
    const stranger = createRefresher({ store, sealer })
    expect(await stranger.refresh('old', askAgain)).toEqual({ kind: 'failed' })
    expect(askAgain).not.toHaveBeenCalled()
    const late = createRefresher({ store, sealer: newer })
    expect(await late.refresh('old', askAgain)).toMatchObject({ pair: { refreshToken: 'next-1' } })
  })

  test('leaves no readable token in the store', async () => {
    const store = createMemoryStore()
    const written: string[] = []
    const watched = {
      ...store,
      set: (key: StoreKey, value: string, lifeMs: number) => {
        written.push(key, value)
        return store.set(key, value, lifeMs)
      },
    }
    await createRefresher({ store: watched, sealer }).refresh('CANARY-OLD', () =>
      newTokens('CANARY-NEXT'),
    )
    expect(written.length).toBeGreaterThan(0)
    expect(written.join()).not.toContain('CANARY')
  })
})
