import { afterAll, expect, test } from 'vitest'

import { cookieCatalogue } from '../../app/session/cookie-catalogue'
import { startSite } from '../support/site'
import { threadTime } from '../support/cpu-time'
import { become, formIds, getForm, getRoute, getSender, isForm } from '../support/forms'
import { expectHealthy } from '../support/health'
import { createLoadClient, type Shot } from '../support/load-client'
import { addresses, forms, formsForGuests, pieces, getUrl, type Address } from '../support/inputs'
import { pushSettings } from '../support/push-settings'

/** Size limits of a body, an address and a header. */
const [BODY, URL_LENGTH, HEADER] = [60_000, 1_900, 12_000]
/** Statuses of addresses without an action or for JSON only: they read no form. */
const WITHOUT_FORMS = [405, 415]
/** Below this processor time, in ms, any growth is acceptable. */
const CHEAP_MS = 150
/** Twice the size may cost this many times as much, with garbage collection. */
const MAX_GROWTH = 3

const cookies: Record<string, string> = {}

const getCookie = (jar: Map<string, string>) =>
  [...jar].map(([name, value]) => `${name}=${value}`).join('; ')

const { app, sandbox, guest } = await startSite(
  {
    ...pushSettings,
    LOG_LEVEL: 'info',
    TEXTS_PER_MINUTE: '0',
    TEXTS_PER_HOUR: '0',
  },
  { accessTokenLifeSeconds: 3600, codeLifeSeconds: 3600 },
)
const client = createLoadClient(app.address, 1)
const phones = { codeSent: '79083000002', new: '79013000003' }
for (const sender of ['guest', 'codeSent', 'new', 'shopper'] as const) {
  const visitor = guest()
  const phone = { guest: '', shopper: '79083000001', ...phones }[sender]
  await become(sender, { visitor, sandbox: sandbox, phone })
  cookies[sender] = getCookie(visitor.cookies)
}

afterAll(async () => {
  await client.close()
  await expectHealthy(app)
})

function headersFor({ id }: Address): Record<string, string> {
  const sender = isForm(id) ? getSender(id) : 'shopper'
  return { origin: app.origin, cookie: cookies[sender === 'incomplete' ? 'shopper' : sender] ?? '' }
}

const ownTime = () => threadTime(app.child.pid)

async function cost(shot: Shot): Promise<number> {
  const before = ownTime()
  const { status } = await client.send(shot)
  if (status === 415) refusedForms.add(shot.path)
  if (status >= 502) expect.fail(`${shot.path.slice(0, 60)}: ${status}`)
  return ownTime() - before
}

const dear: string[] = []
/** Addresses that refuse a form's content type. */
const refusedForms = new Set<string>()

/**
 * Compares the cost of several sizes when the largest one is expensive: cost must not grow faster than size.
 * Smaller sizes are tried as well, because too long values are refused unread.
 */
async function expectLinear(what: string, make: (bytes: number) => Shot, sizes: number[]) {
  for (const size of sizes) await expectLinearUpTo(what, make, size)
}

async function expectLinearUpTo(what: string, make: (bytes: number) => Shot, largest: number) {
  if ((await cost(make(largest))) < CHEAP_MS) return
  const costs: number[] = []
  for (const share of [4, 2, 1]) {
    const size = largest / share
    costs.push(Math.min(await cost(make(size)), await cost(make(size)), await cost(make(size))))
  }
  const [quarter = 0, half = 0, whole = 0] = costs
  if (whole > CHEAP_MS && (whole > half * MAX_GROWTH || half > quarter * MAX_GROWTH))
    dear.push(`${what}: ${costs.map(Math.round).join(', ')} ms`)
}

function expectNoneDear() {
  expect(dear.splice(0)).toEqual([])
}

test('the table has fields of the forms for sign-in, registration, surveys and search', () => {
  const getNames = (route: string) => addresses.find((each) => each.route === route)?.names
  expect(getNames('login')).toContain('phone')
  expect(getNames('registration')).toContain('birthDateDay')
  expect(getNames('profile/survey/:surveyId')).toContain('answer.x')
  expect(getNames('search')).toContain('q')
})

test(
  'processor time grows linearly with the size of every form',
  { timeout: 300_000 },
  async () => {
    for (const address of addresses) {
      const path = `/${address.route.replace(/:\w+\??|\*/g, '1')}`
      const headers = {
        ...headersFor(address),
        // The relay checks the content type after its bearer.
        authorization: `Bearer ${pushSettings.PUSH_RELAY_TOKEN}`,
        'content-type': 'application/x-www-form-urlencoded',
      }
      const first = await client.send({ method: 'POST', path, headers, body: 'a=1' })
      const takesForms = !WITHOUT_FORMS.includes(first.status)
      for (const [what, body] of takesForms ? forms(address) : formsForGuests(address))
        await expectLinear(
          `${what} to ${path}`,
          (bytes) => ({ method: 'POST', path, headers, body: body(bytes) }),
          takesForms ? [BODY, BODY / 12] : [BODY],
        )
    }
    expectNoneDear()
  },
)

test(
  'processor time grows linearly with the length of every address',
  { timeout: 120_000 },
  async () => {
    for (const address of addresses)
      for (const piece of pieces)
        await expectLinear(
          `${JSON.stringify(piece)} in /${address.route}`,
          (bytes) => ({ path: getUrl(address, piece, bytes), headers: headersFor(address) }),
          [URL_LENGTH],
        )
    expectNoneDear()
  },
)

/** A valid body of each JSON address; each of its texts and lists is extended in turn. */
const samples = formIds.flatMap((id) => {
  const { json } = getForm(id)
  return json === undefined ? [] : [[getRoute(id), json] as const]
})

/** The value with each leaf and each list replaced, one at a time. */
function* variants(value: unknown, other: unknown): Generator<unknown> {
  yield other
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value))
    for (const changed of variants(inner, other))
      yield Array.isArray(value)
        ? value.map((each, index) => (String(index) === key ? changed : each))
        : { ...value, [key]: changed }
}

const rich: [what: string, make: (bytes: number) => unknown][] = [
  ...pieces.map((piece): [string, (bytes: number) => unknown] => [
    JSON.stringify(piece),
    (bytes) => piece.repeat(bytes / Math.max(2, Buffer.byteLength(piece))),
  ]),
  ['a list', (bytes) => Array.from({ length: bytes / 3 }, () => ({}))],
  ['names', (bytes) => Object.fromEntries(Array.from({ length: bytes / 12 }, (_, n) => [n, 0]))],
  [
    'depth',
    (bytes) => {
      let deep: unknown = 0
      for (let level = 0; level < Math.min(bytes / 4, 4000); level++) deep = [deep]
      return deep
    },
  ],
]

test(
  'processor time grows linearly with the size of every JSON body',
  { timeout: 120_000 },
  async () => {
    for (const [route, sample] of samples) {
      const isReport = route === 'csp-reports'
      const headers = {
        origin: app.origin,
        cookie: `${cookies.shopper}; v1_consent=accepted`,
        authorization: `Bearer ${pushSettings.PUSH_RELAY_TOKEN}`,
        'content-type': isReport ? 'application/reports+json' : 'application/json',
      }
      for (const [what, make] of rich) {
        const count = [...variants(sample, null)].length
        for (let index = 0; index < count; index++) {
          const body = (bytes: number) =>
            JSON.stringify([...variants(sample, make(bytes))][index]).slice(0, 64_000)
          await expectLinear(
            `${what} in /${route}`,
            (bytes) => ({ method: 'POST', path: `/${route}`, headers, body: body(bytes) }),
            isReport ? [15_000, 2_000] : [BODY, BODY / 2, BODY / 8, BODY / 32],
          )
        }
      }
    }
    expectNoneDear()
  },
)

const headerNames =
  'user-agent cookie referer accept accept-language accept-encoding x-forwarded-for x-forwarded-host sec-fetch-site sec-fetch-mode sec-ch-ua range if-none-match if-modified-since traceparent x-request-id authorization content-type'.split(
    ' ',
  )

test(
  'processor time grows linearly with the length of every header and cookie',
  { timeout: 120_000 },
  async () => {
    const printable = pieces.filter((piece) => /^[\x20-\x7e]+$/.test(piece))
    const values: [string, (bytes: number) => Record<string, string>][] = [
      ...headerNames.flatMap((name) =>
        printable.map((piece): [string, (bytes: number) => Record<string, string>] => [
          `${piece} in ${name}`,
          (bytes) => ({ [name]: `x${piece.repeat(bytes / piece.length)}x` }),
        ]),
      ),
      ...[...Object.keys(cookieCatalogue), 'a'].flatMap((name) =>
        [...printable, ';', '; a=', `; ${name}=`].map(
          (piece): [string, (bytes: number) => Record<string, string>] => [
            `${piece} in the cookie ${name}`,
            (bytes) => ({ cookie: `${name}=${piece.repeat(bytes / piece.length)}` }),
          ],
        ),
      ),
    ]
    for (const [what, make] of values)
      await expectLinear(what, (bytes) => ({ path: '/qr', headers: make(bytes) }), [HEADER])
    expectNoneDear()
  },
)

test('the requests of these tests reach every address of the table', () => {
  const reached = new Set(
    app
      .log()
      .split('\n')
      .flatMap((line) => /"route":"([^"]+)"/.exec(line)?.[1] ?? []),
  )
  expect(addresses.map(({ id }) => id).filter((id) => !reached.has(id))).toEqual([])
  const withoutForms = addresses.filter(({ route }) => refusedForms.has(`/${route}`))
  expect(withoutForms.map(({ route }) => route).sort()).toEqual(
    samples.map(([route]) => route).sort(),
  )
})
