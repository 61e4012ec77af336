import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { allEndpoints } from '../../app/gateways/gateways.server'
import type { Fault } from '../../sandbox/faults'
import { startSandbox, type SandboxServer } from '../../sandbox/server'
import { startApp, type AppProcess } from '../support/app-process'
import { isFull } from '../support/extent'
import { expectHealthy } from '../support/health'
import { callsFor, open as openScreen, reaches, type Reach } from '../support/reach'
import { createVisitor, signIn, type Visitor } from '../support/visitor'
import { pushSettings } from '../support/push-settings'
import { prepare, seen, writes, type Write } from '../support/writes'

interface Kind extends Pick<Fault, 'mode' | 'status' | 'body' | 'retryAfterSeconds' | 'times'> {
  title: string
  /** How often a call that may be repeated is made. */
  calls: 1 | 2
  /** The shopper notices nothing. */
  isUnnoticed?: true
  /** Belongs to the quick part. */
  isQuick?: true
}

const kinds: Kind[] = [
  { title: 'a reset connection', mode: 'reset', calls: 2, isQuick: true },
  { title: 'one reset', mode: 'reset', times: 1, calls: 2, isUnnoticed: true },
  { title: 'an answer that is cut off', mode: 'cut', calls: 2 },
  { title: 'no answer at all', mode: 'hang', calls: 1, isQuick: true },
  { title: 'headers, then silence', mode: 'stall', calls: 1 },
  { title: 'a byte now and then', mode: 'drip', calls: 1 },
  { title: '500', mode: 'status', status: 500, calls: 2, isQuick: true },
  {
    title: '500 once',
    mode: 'status',
    status: 500,
    times: 1,
    calls: 2,
    isUnnoticed: true,
    isQuick: true,
  },
  { title: '502 in HTML', mode: 'html', status: 502, calls: 2 },
  { title: '503 with Retry-After', mode: 'status', status: 503, retryAfterSeconds: 30, calls: 1 },
  { title: '429 with Retry-After', mode: 'status', status: 429, retryAfterSeconds: 30, calls: 1 },
  { title: 'JSON that ends in the middle', mode: 'malformed', calls: 1, isQuick: true },
  { title: 'HTML with 200', mode: 'html', calls: 1 },
  { title: 'an empty 200', mode: 'empty', calls: 1 },
  { title: 'null', mode: 'status', status: 200, body: null, calls: 1 },
  { title: 'another shape', mode: 'status', status: 200, body: [{ a: 1 }], calls: 1 },
  { title: 'every type wrong', mode: 'wrong-types', calls: 1 },
  { title: 'five megabytes', mode: 'huge', calls: 1 },
  { title: 'a body without an end', mode: 'flood', calls: 1 },
  { title: 'gzip that nobody asked for', mode: 'encoded', calls: 1 },
  { title: 'a redirect', mode: 'redirect', calls: 1 },
  { title: 'another content type', mode: 'plain', calls: 1, isUnnoticed: true },
]
/** Any JSON is an answer to these: what is of interest is the status alone. */
const takesAnything = ['POST /v1/user/poll/displayed', 'POST /cuscom/v3/user-device/enroll']
const isTaken = (endpoint: string, { mode, status }: Kind) =>
  takesAnything.includes(endpoint) &&
  (status ?? 200) === 200 &&
  ['status', 'wrong-types', 'empty'].includes(mode)

const LONGEST_PAGE_MS = 6000
/** A write has five seconds, and something may have come before it. */
const LONGEST_FORM_MS = 8000
const WARMING_VISITS = 12
const BREAKER_OPEN_MS = 10_000

/** One address for all processes: a session goes from one to the next. */
const SITE = 'http://localhost:3999'
/** Their calls name no shopper, so a fault cannot be meant for one. */
const nameless = [
  'POST /v1/auth/token',
  'POST /v3/profile/register/magnit-id-code',
  'POST /login_start',
]

let server: SandboxServer
const shoppers = new Map<Reach, { visitor: Visitor; phone: string }>()
let nextPhone = 79081000000

beforeAll(async () => {
  server = await startSandbox({ port: 0, accessTokenLifeSeconds: 3600 })
  const app = await startApp(server.url, { PUBLIC_ORIGIN: SITE })
  for (const reach of reaches) {
    const phone = String((nextPhone += 1))
    const visitor = createVisitor(app.address, SITE)
    await signIn(visitor, server.sandbox, phone)
    await visitor.get('/profile/cards')
    shoppers.set(reach, { visitor, phone })
  }
  await app.stop()
})

afterEach(() => server.sandbox.faults.clear())

afterAll(() => server.close())

/** Successes enough, some hundred calls, that the faults of one round (sixty) do not open the breaker for all. */
async function warm(app: AppProcess, visitor: Visitor): Promise<void> {
  const visits = Array.from({ length: WARMING_VISITS }, () => visitor.copy(app.address))
  await Promise.all(visits.map(async (each) => (await each.get('/today.data')).text()))
}

async function timed<Value>(work: Promise<Value>): Promise<{ value: Value; ms: number }> {
  const started = performance.now()
  const value = await work
  return { value, ms: performance.now() - started }
}

describe.each(kinds.filter(({ isQuick }) => isFull || isQuick))('$title', (kind) => {
  const { title: _, calls, isUnnoticed, isQuick: __, ...fault } = kind

  // Whoever has met a fault on every screen takes forms, too.
  let app: AppProcess
  beforeAll(async () => {
    app = await startApp(server.url, { PUBLIC_ORIGIN: SITE, ...pushSettings })
  })
  afterAll(() => expectHealthy(app))

  test('costs each screen one block and nobody the session', async () => {
    const { sandbox } = server
    const [first] = shoppers.values()
    await warm(app, first!.visitor)

    const round = async (reach: Reach, number: number) => {
      const { phone, visitor: before } = shoppers.get(reach)!
      sandbox.state.user(phone).displayedPolls.clear()
      const visitor = before.copy(app.address)
      sandbox.faults.add({
        ...fault,
        endpoint: reach.endpoint,
        ...(reach.keys === undefined && { phone }),
      })
      const asking = { visitor, sandbox, phone, number }
      const { value: answer, ms } = await timed(openScreen(reach, asking))
      const page = await answer.text()
      const where = `${reach.endpoint} on ${reach.path(sandbox, phone, number)}`
      expect(answer.status, where).toBe(200)
      expect(ms, where).toBeLessThan(LONGEST_PAGE_MS)
      expect(visitor.cookies.has('v1_jwt'), where).toBe(true)
      const isFallback = reach.quiet instanceof RegExp ? reach.quiet : /Повторить/
      if (reach.quiet !== true)
        expect(isFallback.test(page), `${where} says that it failed`).toBe(!isUnnoticed)
      const made = callsFor(asking, reach.endpoint)
      // A screen may ask one endpoint twice, for two things.
      const things = new Set(
        made.map(({ path, query, body }) => JSON.stringify([path, query, body])),
      )
      const wanted =
        isUnnoticed && kind.mode === 'plain' ? 1 : isTaken(reach.endpoint, kind) ? 1 : calls
      if (kind.times === 1) expect(made, where).toHaveLength(things.size + 1)
      else expect(made, where).toHaveLength(things.size * wanted)
    }
    sandbox.calls.length = 0
    await Promise.all(reaches.filter(({ keys }) => !keys).map((reach) => round(reach, 0)))
    sandbox.faults.clear()
    // What is public has no shopper to mean a fault for: one that happens once goes by itself.
    const open = reaches.filter(({ keys }) => keys)
    const groups = kind.times === 1 ? open.map((reach) => [reach]) : [open]
    await warm(app, first!.visitor)
    sandbox.calls.length = 0
    for (const group of groups) {
      await Promise.all(group.map((reach) => round(reach, 0)))
      sandbox.faults.clear()
    }

    // Where faults take longer than the successes before them are remembered, the breaker has opened.
    const card = async (visitor: Visitor) => (await visitor.copy(app.address).get('/qr')).text()
    await expect
      .poll(() => card(first!.visitor), { timeout: BREAKER_OPEN_MS + 5000, interval: 500 })
      .toContain('QR-код карты для кассы')
    for (const { visitor } of shoppers.values())
      expect(await card(visitor)).toContain('QR-код карты для кассы')
  })

  test('loses no form and repeats no write that must not happen twice', async () => {
    const { sandbox } = server
    const [first] = shoppers.values()
    const round = async (write: Write) => {
      const number = (nextPhone += 1)
      const phone = write.isNewcomer ? `7901${String(number).slice(4)}` : String(number)
      const visitor = createVisitor(app.address, SITE)
      const actor = { visitor, sandbox, phone }
      await prepare(write, actor)
      const act = async () => {
        const { value: answer, ms } = await timed(write.act(actor))
        const where = write.endpoint
        expect(ms, where).toBeLessThan(LONGEST_FORM_MS)
        expect(answer.status, where).not.toBe(500)
        const page = await seen(visitor, answer)
        const isFailure = write.failure?.test(page) ?? false
        const isExpected = !isUnnoticed && !isTaken(write.endpoint, kind) && write.failure !== null
        // A write that is not repeated fails where a read would be tried again.
        const isOnce = kind.times === 1 && !write.isRepeatable && write.failure !== null
        if (!ambiguous(write, kind))
          expect(isFailure, `${where}: ${shown(page)}`).toBe(isExpected || isOnce)
        const made = callsFor(actor, write.endpoint).length
        if (write.isRepeatable) expect(made, where).toBeLessThanOrEqual(2)
        else expect(made, where).toBe(1)
      }
      const isNameless = nameless.includes(write.endpoint)
      return { act, fault: { ...fault, endpoint: write.endpoint, ...(!isNameless && { phone }) } }
    }
    const rounds = await Promise.all(writes.map(round))
    await warm(app, first!.visitor)
    sandbox.calls.length = 0
    for (const each of rounds) sandbox.faults.add(each.fault)
    await Promise.all(rounds.map(({ act }) => act()))
    sandbox.faults.clear()
  })
})

/** Where the answer's body is of no interest, a broken one is a success all the same. */
function ambiguous({ endpoint }: Write, { mode, status }: Kind): boolean {
  const isBodyAlone = (status ?? 200) < 300
  const isBodyless = [
    'PATCH /v1/profile',
    'PUT /cuscom/v2/user/permissions',
    'POST /v1/profile/email-confirm',
    'POST /v2/user/card/merge',
    'POST /v1/transaction/{id}/poll',
    'POST /v2/poll',
    'POST /v2/user/coupons/favorite',
    'POST /v2/offers/opt-in',
    'POST /v2/object/feedback',
    'POST /cuscom/v3/user-device/enroll',
  ].includes(endpoint)
  // An object is read there, and none of its fields.
  if (mode === 'wrong-types' && endpoint === 'GET /v1/user/virtual-card') return true
  return (
    isBodyAlone && isBodyless && ['status', 'wrong-types', 'empty', 'cut', 'plain'].includes(mode)
  )
}

const shown = (page: string) =>
  page
    .replace(/<(style|script)[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .slice(0, 600)

test('every endpoint that a screen or a form asks is in the tables', () => {
  const tried = new Set([...reaches, ...writes].map(({ endpoint }) => endpoint))
  const elsewhere = [
    // Tried in tests/http/refresh.test.ts.
    'POST /v1/auth/token/refresh',
    // Declared, and asked by no screen yet.
    'POST /ab/v1/experiments-and-features',
  ]
  const missing = allEndpoints.map(({ name }) => name).filter((name) => !tried.has(name))
  expect(missing.sort()).toEqual(elsewhere.sort())
})
