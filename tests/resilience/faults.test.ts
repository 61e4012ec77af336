import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import type { Endpoint } from '../../app/gateways/endpoint.server'
import type { Fault } from '../../sandbox/faults'
import { startSandbox } from '../../sandbox/server'
import { startApp, type AppProcess } from '../support/app-process'
import { untilEnd } from '../support/site'
import { isFull } from '../support/extent'
import { expectHealthy } from '../support/health'
import { callsFor, open as openScreen, openings, type Opening } from '../support/reads'
import { createVisitor, signIn, type Visitor } from '../support/visitor'
import { pushSettings } from '../support/push-settings'
import { timed } from '../support/timed'
import { act as post, prepare, seen, writes, type Write } from '../support/forms'
import { LACKS_DATA } from '../support/lacks-data'

interface Kind extends Pick<Fault, 'mode' | 'status' | 'body' | 'retryAfterSeconds' | 'times'> {
  title: string
  /** Calls of a repeatable endpoint. */
  calls: 1 | 2
  /** The shopper sees no failure. */
  isUnnoticed?: true
  /** Part of the short run. */
  isQuick?: true
}

const kinds: Kind[] = [
  { title: 'a reset connection', mode: 'reset', calls: 2, isQuick: true },
  { title: 'a connection reset once', mode: 'reset', times: 1, calls: 2, isUnnoticed: true },
  { title: 'a truncated answer', mode: 'cut', calls: 2 },
  { title: 'no answer at all', mode: 'hang', calls: 1, isQuick: true },
  { title: 'headers, then a stalled body', mode: 'stall', calls: 1 },
  { title: 'one byte at a time', mode: 'drip', calls: 1 },
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
  { title: 'null as the answer', mode: 'status', status: 200, body: null, calls: 1 },
  { title: 'JSON of another shape', mode: 'status', status: 200, body: [{ a: 1 }], calls: 1 },
  { title: 'wrong types in every field', mode: 'wrong-types', calls: 1 },
  { title: 'five megabytes', mode: 'huge', calls: 1 },
  { title: 'an endless body', mode: 'flood', calls: 1 },
  { title: 'gzip that was not requested', mode: 'encoded', calls: 1 },
  { title: 'a redirect', mode: 'redirect', calls: 1 },
  { title: 'another content type', mode: 'plain', calls: 1, isUnnoticed: true },
]
/** Says that a block failed, or the card. */
const isFailure = (page: string) => LACKS_DATA.test(page) || page.includes('Код не загрузился')
/** Endpoints with only a status in their response. */
const isAnyAnswer = ({ response }: Endpoint) => response.safeParse([{ a: 1 }]).success
const isTaken = (endpoint: Endpoint, { mode, status }: Kind) =>
  isAnyAnswer(endpoint) &&
  (status ?? 200) === 200 &&
  ['status', 'wrong-types', 'empty'].includes(mode)

const MAX_PAGE_MS = 6000
/** A write has five seconds, after other calls. */
const MAX_FORM_MS = 8000
const WARMING_VISITS = 12
const BREAKER_OPEN_MS = 10_000

/** One address for all processes, so that a session moves between them. */
const SITE = 'http://localhost:3999'
const shoppers = new Map<Opening, { visitor: Visitor; phone: string }>()
let nextPhone = 79081000000

const server = untilEnd(await startSandbox({ port: 0, accessTokenLifeSeconds: 3600 }))
const app = await startApp(server.url, { PUBLIC_ORIGIN: SITE })
for (const opening of openings) {
  const phone = String((nextPhone += 1))
  const visitor = createVisitor(app.address, SITE)
  await signIn(visitor, server.sandbox, phone)
  await visitor.get('/profile/cards')
  shoppers.set(opening, { visitor, phone })
}
await app.stop()

afterEach(() => server.sandbox.faults.clear())

/** Enough successful calls, some hundred, so that sixty faults of a round do not open the breaker for all. */
async function warm(app: AppProcess, visitor: Visitor): Promise<void> {
  const visits = Array.from({ length: WARMING_VISITS }, () => visitor.copy(app.address))
  await Promise.all(visits.map(async (each) => (await each.get('/today.data')).text()))
}

describe.each(kinds.filter(({ isQuick }) => isFull || isQuick))(
  'a gateway fault: $title',
  (kind) => {
    const { title: _, calls, isUnnoticed, isQuick: __, ...fault } = kind

    // A visitor who has met a fault on every screen can still send forms.
    let app: AppProcess
    beforeAll(async () => {
      app = await startApp(server.url, { PUBLIC_ORIGIN: SITE, ...pushSettings })
    })
    afterAll(() => expectHealthy(app))

    test('fails at most one block of each screen, and ends no session', async () => {
      const { sandbox } = server
      const [first] = shoppers.values()
      await warm(app, first!.visitor)

      const round = async (opening: Opening, number: number) => {
        const { phone, visitor: before } = shoppers.get(opening)!
        sandbox.state.user(phone).displayedPolls.clear()
        const visitor = before.copy(app.address)
        sandbox.faults.add({
          ...fault,
          endpoint: opening.endpoint,
          ...(!opening.isPublic && { phone }),
        })
        const asking = { visitor, sandbox, phone, number }
        const { value: response, ms } = await timed(openScreen(opening, asking))
        const page = await response.text()
        const where = `${opening.endpoint} on ${opening.address(sandbox, phone, number)}`
        expect(response.status, where).toBe(200)
        expect(ms, where).toBeLessThan(MAX_PAGE_MS)
        expect(visitor.cookies.has('v1_jwt'), where).toBe(true)
        if (!opening.declared.isMissedSilently)
          expect(isFailure(page), `${where} says that it failed`).toBe(!isUnnoticed)
        const made = callsFor(asking, opening.endpoint)
        expect(made, where).not.toEqual([])
        // A screen may call an endpoint twice for two items.
        const things = new Set(
          made.map(({ path, query, body }) => JSON.stringify([path, query, body])),
        )
        const wanted =
          isUnnoticed && kind.mode === 'plain' ? 1 : isTaken(opening.declared, kind) ? 1 : calls
        const most = kind.times === 1 ? things.size + 1 : things.size * wanted
        // With little time left the second attempt may not fit.
        if (opening.declared.deadlineMs) expect(made.length, where).toBeLessThanOrEqual(most)
        else expect(made, where).toHaveLength(most)
      }
      sandbox.calls.length = 0
      await Promise.all(
        openings.filter(({ isPublic }) => !isPublic).map((opening) => round(opening, 0)),
      )
      sandbox.faults.clear()
      // Public data have no shopper to target: a fault that happens once is used up.
      const open = openings.filter(({ isPublic }) => isPublic)
      const turns = [...new Set(open.map(({ turn }) => turn))].sort()
      const groups =
        kind.times === 1
          ? open.map((opening) => [opening])
          : turns.map((turn) => open.filter((opening) => opening.turn === turn))
      await warm(app, first!.visitor)
      sandbox.calls.length = 0
      for (const group of groups) {
        await Promise.all(group.map((opening) => round(opening, 0)))
        sandbox.faults.clear()
      }

      // When faults last longer than the memory of earlier successes, the breaker has opened.
      const card = async (visitor: Visitor) => (await visitor.copy(app.address).get('/qr')).text()
      await expect
        .poll(() => card(first!.visitor), { timeout: BREAKER_OPEN_MS + 5000, interval: 500 })
        .toContain('QR-код карты для кассы')
      for (const { visitor } of shoppers.values())
        expect(await card(visitor)).toContain('QR-код карты для кассы')
    })

    test('makes each form show its failure, and repeats no write that is not idempotent', async () => {
      const { sandbox } = server
      const [first] = shoppers.values()
      const round = async (write: Write) => {
        const number = (nextPhone += 1)
        const phone = write.isNewcomer ? `7901${String(number).slice(4)}` : String(number)
        const visitor = createVisitor(app.address, SITE)
        const actor = { visitor, sandbox, phone }
        await prepare(write, actor)
        const act = async () => {
          const { value: response, ms } = await timed(post(write, actor))
          const where = write.endpoint
          expect(ms, where).toBeLessThan(MAX_FORM_MS)
          expect(response.status, where).not.toBe(500)
          const page = await seen(visitor, response)
          const isFailure = write.failure?.test(page) ?? false
          const isExpected =
            !isUnnoticed && !isTaken(write.declared, kind) && write.failure !== null
          // A write that is not retried fails where a read would be retried.
          const isOnce =
            kind.times === 1 && write.declared.effect === 'once' && write.failure !== null
          if (!ambiguous(write, kind))
            expect(isFailure, `${where}: ${shown(page)}`).toBe(isExpected || isOnce)
          const made = callsFor(actor, write.endpoint).length
          if (write.declared.effect !== 'once') expect(made, where).toBeLessThanOrEqual(2)
          else expect(made, where).toBe(1)
        }
        return {
          act,
          fault: { ...fault, endpoint: write.endpoint, ...(!write.isNameless && { phone }) },
        }
      }
      const rounds = await Promise.all(writes.map(round))
      await warm(app, first!.visitor)
      sandbox.calls.length = 0
      for (const each of rounds) sandbox.faults.add(each.fault)
      await Promise.all(rounds.map(({ act }) => act()))
      sandbox.faults.clear()
    })
  },
)

/** Where the response's body is not read, a broken one counts as success. */
function ambiguous({ declared }: Write, { mode, status }: Kind): boolean {
  const isBodyAlone = (status ?? 200) < 300
  const hasNoBody = isAnyAnswer(declared) || declared.response.safeParse(undefined).success
  // The body is read as an object, without any of its fields.
  if (mode === 'wrong-types' && declared.name === 'GET /v1/user/virtual-card') return true
  return (
    isBodyAlone && hasNoBody && ['status', 'wrong-types', 'empty', 'cut', 'plain'].includes(mode)
  )
}

const shown = (page: string) =>
  page
    .replace(/<(style|script)[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .slice(0, 600)
