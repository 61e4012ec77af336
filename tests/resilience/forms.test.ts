import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { allEndpoints } from '../../app/gateways/gateways.server'
import type { ProfileInputName } from '../../app/lib/profile-fields.server'
import type { ReceivedCall } from '../../sandbox/calls'
import { products } from '../../sandbox/data/goods'
import { startSandbox, type SandboxServer } from '../../sandbox/server'
import { startApp, type AppProcess } from '../support/app-process'
import { builtRoutes } from '../support/built-routes'
import { addresses as allAddresses } from '../support/examples'
import { cases } from '../support/extent'
import { expectHealthy } from '../support/health'
import { createLoadClient } from '../support/load-client'
import { nastyBody, nastyValue, seed } from '../support/nasty'
import { createVisitor, signIn, type Visitor } from '../support/visitor'
import { pushSettings, subscription } from '../support/push-settings'
import { registrationFields, surveyFields } from '../support/writes'

type Who = 'guest' | 'asked' | 'proven' | 'shopper'

interface FormCase {
  /** Path in `app/routes.ts`. */
  route: string
  path: () => string
  who: Who
  /** Valid and nearly valid values of each field. */
  fields: Record<string, readonly string[]>
}

const PHONE = '79083000001'
const product = products[0]!
const names = ['Алёна', 'Мария', 'O’Нил']
const profile: Record<ProfileInputName, readonly string[]> = {
  firstName: names,
  birthDateDay: ['13', '29', '31'],
  birthDateMonth: ['4', '2', 'февраля'],
  birthDateYear: ['1985', '2023', '2000'],
  email: ['shopper@example.ru', ''],
}
const own = <Item>(pick: (user: ReturnType<SandboxServer['sandbox']['state']['user']>) => Item) =>
  pick(server.sandbox.state.user(PHONE))
const returnTo = { returnTo: ['/today', '//evil.example'] }
const noFields = { formId: ['a', crypto.randomUUID()] }

const forms: readonly FormCase[] = [
  { route: 'login', path: () => '/login', who: 'guest', fields: { phone: ['79083100000', '9'] } },
  { route: 'login/code', path: () => '/login/code', who: 'asked', fields: { code: ['12345'] } },
  { route: 'login/resend', path: () => '/login/resend', who: 'asked', fields: noFields },
  {
    route: 'registration',
    path: () => '/registration',
    who: 'proven',
    fields: {
      ...Object.fromEntries(
        Object.entries(registrationFields).map(([name, value]) => [name, [value]]),
      ),
      ...profile,
      isSmsPermitted: ['on'],
    },
  },
  {
    route: 'consent',
    path: () => '/consent',
    who: 'guest',
    fields: { choice: ['accepted'], ...returnTo },
  },
  // Posts of scripts and browsers are no forms: a form there is refused.
  ...['events', 'errors', 'csp-reports'].map((route) => ({
    route,
    path: () => `/${route}`,
    who: 'guest' as const,
    fields: noFields,
  })),
  { route: 'logout', path: () => '/logout', who: 'guest', fields: noFields },
  {
    route: 'profile/incomplete',
    path: () => '/profile/incomplete',
    who: 'shopper',
    fields: profile,
  },
  {
    route: 'profile/edit',
    path: () => '/profile/edit',
    who: 'shopper',
    fields: { ...profile, ...noFields },
  },
  {
    route: 'profile/cards/add',
    path: () => '/profile/cards/add',
    who: 'shopper',
    fields: { number: ['2000000000000017'], cvc: ['123'], captchaId: ['x'], captchaAnswer: ['1'] },
  },
  {
    route: 'profile/notification',
    path: () => '/profile/notification',
    who: 'shopper',
    fields: { isSmsPermitted: ['on'], isEmailPermitted: ['on'], ...noFields },
  },
  {
    route: 'profile/notification/change',
    path: () => '/profile/notification/change',
    who: 'shopper',
    fields: { name: ['isSmsPermitted', 'isCallsPermitted'], isPermitted: ['true', 'false'] },
  },
  {
    route: 'profile/notification/quiet',
    path: () => '/profile/notification/quiet',
    who: 'shopper',
    fields: { shown: ['deadlines'] },
  },
  {
    route: 'profile/rate/:id',
    path: () =>
      `/profile/rate/${own(({ transactions }) => transactions.find(({ hasPoll }) => hasPoll)?.id)}`,
    who: 'shopper',
    fields: { 'answer.visit': ['5', '6'], 'answer.comment': ['Спасибо'], ...noFields },
  },
  {
    route: 'profile/survey/:surveyId',
    path: () => `/profile/survey/${own(({ polls }) => polls[0]?.id)}`,
    who: 'shopper',
    fields: Object.fromEntries(
      Object.entries(surveyFields).map(([name, value]) => [name, [value]]),
    ),
  },
  {
    route: 'profile/confirm-email',
    path: () => '/profile/confirm-email',
    who: 'shopper',
    fields: noFields,
  },
  {
    route: 'profile/theme',
    path: () => '/profile/theme',
    who: 'shopper',
    fields: { theme: ['dark'] },
  },
  {
    route: 'profile/start',
    path: () => '/profile/start',
    who: 'shopper',
    fields: { start: ['card'] },
  },
  {
    route: 'today/dismiss',
    path: () => '/today/dismiss',
    who: 'shopper',
    fields: { key: ['survey'] },
  },
  {
    route: 'notice/dismiss',
    path: () => '/notice/dismiss',
    who: 'guest',
    fields: { notice: ['AbCdEf12_-'] },
  },
  {
    route: 'today/it-was-me',
    path: () => '/today/it-was-me',
    who: 'shopper',
    fields: { mark: ['abcdef'] },
  },
  {
    route: 'profile/my-data/:file',
    path: () => '/profile/my-data/purchases.csv',
    who: 'shopper',
    fields: {},
  },
  { route: 'today/not-me', path: () => '/today/not-me', who: 'shopper', fields: {} },
  {
    route: 'coupons/activate-all',
    path: () => '/coupons/activate-all',
    who: 'shopper',
    fields: { ...noFields, ...returnTo },
  },
  {
    route: 'actions/offers/join-all',
    path: () => '/actions/offers/join-all',
    who: 'shopper',
    fields: { ...noFields, ...returnTo },
  },
  {
    route: 'coupons/:favoriteId/activate',
    path: () => `/coupons/${own(({ coupons }) => coupons[0]?.favoriteId)}/activate`,
    who: 'shopper',
    fields: { ...noFields, ...returnTo },
  },
  {
    route: 'coupons/:favoriteId/remove',
    path: () => `/coupons/${own(({ coupons }) => coupons[0]?.favoriteId)}/remove`,
    who: 'shopper',
    fields: { ...noFields, ...returnTo },
  },
  {
    route: 'actions/offers/:code/join',
    path: () => `/actions/offers/${own(({ offers }) => offers[0]?.code)}/join`,
    who: 'shopper',
    fields: { ...noFields, ...returnTo },
  },
  {
    route: 'product/:product/reviews',
    path: () => `/product/${product.id}-${product.seoCode}/reviews`,
    who: 'shopper',
    fields: { score: ['5', '6'], text: ['Вкусно'], pros: ['Свежее'], cons: [''] },
  },
  {
    route: 'catalog/confirm-age',
    path: () => '/catalog/confirm-age',
    who: 'shopper',
    fields: returnTo,
  },
  {
    route: 'stores/choose',
    path: () => '/stores/choose',
    who: 'shopper',
    fields: { storeCode: ['500768', '000000'], ...returnTo },
  },
  {
    route: 'push/enrol',
    path: () => '/push/enrol',
    who: 'shopper',
    fields: { subscription: [subscription], permitted: ['true'] },
  },
  // The edge's own: it redirects to a page of this site for any post.
  { route: 'reload', path: () => '/reload', who: 'guest', fields: { to: ['/today'] } },
  {
    route: 'push/messages',
    path: () => '/push/messages',
    who: 'guest',
    fields: { tokens: ['x'], notification: ['y'] },
  },
]

/** Addresses with a place for any text. */
const addresses: ((value: string) => string)[] = [
  (value) => `/search?q=${value}`,
  (value) => `/search?q=milk&sort=${value}&priceFrom=${value}&page=${value}`,
  (value) => `/catalog/${value}`,
  (value) => `/catalog/100?page=${value}&filter=${value}`,
  (value) => `/product/${value}`,
  (value) => `/product/${value}/reviews?sort=${value}`,
  (value) => `/stores?q=${value}&type=${value}&page=${value}`,
  (value) => `/stores?lat=${value}&lon=${value}`,
  (value) => `/stores/${value}`,
  (value) => `/coupons/${value}`,
  (value) => `/coupons?tab=${value}&page=${value}`,
  (value) => `/actions/offers/${value}`,
  (value) => `/profile/transactions/${value}`,
  (value) => `/profile/transactions?offset=${value}&page=${value}`,
  (value) => `/profile/transactions/search?q=${value}&sumFrom=${value}&since=${value}`,
  (value) => `/profile/transactions/search?kind=${value}&offset=${value}`,
  (value) => `/profile/rate/${value}`,
  (value) => `/profile/survey/${value}`,
  (value) => `/login?returnTo=${value}`,
  (value) => `/onboarding/${value}`,
  (value) => `/builds/meta/${value}`,
  (value) => `/deadlines/calendar/${value}`,
]

let server: SandboxServer
let app: AppProcess
let client: ReturnType<typeof createLoadClient>
const cookies = {} as Record<Who, string>

const getCookie = (visitor: Visitor) =>
  [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')

beforeAll(async () => {
  server = await startSandbox({ port: 0, accessTokenLifeSeconds: 3600, codeLifeSeconds: 3600 })
  app = await startApp(server.url, { ...pushSettings, LOG_LEVEL: 'info' })
  // A shopper may have eight changes of consents under way; the ninth gets a 503.
  client = createLoadClient(app.address, 8)
  const { sandbox } = server
  const guest = createVisitor(app.origin)
  cookies.guest = getCookie(guest)
  const asked = createVisitor(app.origin)
  await asked.post('/login', { phone: '79083000002' })
  cookies.asked = getCookie(asked)
  const proven = createVisitor(app.origin)
  await signIn(proven, sandbox, '79013000003')
  cookies.proven = getCookie(proven)
  const shopper = createVisitor(app.origin)
  await signIn(shopper, sandbox, PHONE)
  await shopper.get('/today')
  cookies.shopper = getCookie(shopper)
})

afterAll(async () => {
  await client.close()
  await expectHealthy(app)
  await server.close()
})

const CONTROL = /[\p{Cc}\p{Cs}]/u
const rules: Record<string, RegExp> = {
  phone: /^79\d{9}$/,
  firstName: /^\p{L}[\p{L}\p{M} '’.-]{0,49}$/u,
  email: /^[\x21-\x7e]+@[\x21-\x7e]+\.[\x21-\x7e]+$/,
  additionalIdentifierNo: /^\d{12,19}$/,
  additionalIdentifierCvv: /^\d{3}$/,
}

/** The fault of a call that the gateway received; null without one. */
function getFault({ gateway, endpoint, body, headers }: ReceivedCall): string | null {
  const declared = allEndpoints.find(({ name }) => name === endpoint)
  // The sandbox's captcha is not in the contract.
  if (gateway === 'captcha') return null
  if (!declared) return `an unknown endpoint ${endpoint}`
  const odd = Object.entries(headers).find(([, value]) => !/^[\x20-\x7e]*$/.test(value))
  if (odd) return `the header ${odd[0]}`
  if (!declared.request) return null
  const parsed = declared.request.safeParse(body)
  if (!parsed.success) return JSON.stringify(parsed.error.issues)
  const sent = body as Record<string, unknown>
  const strange = Object.keys(sent).find((key) => !(key in (parsed.data as object)))
  if (strange !== undefined) return `a field ${strange}`
  if (endpoint === 'POST /v1/auth/otp/check' && !/^\d{5}$/.test(String(sent.code))) return 'code'
  return textFault(sent)
}

function textFault(sent: object): string | null {
  for (const [key, value] of Object.entries(sent)) {
    if (typeof value === 'object' && value !== null) {
      const inner = textFault(value)
      if (inner) return inner
    }
    if (typeof value !== 'string') continue
    if (CONTROL.test(value.replace(/[\n\t]/g, ''))) return `control characters in ${key}`
    if (rules[key] && !rules[key].test(value)) return `${key}: ${value.slice(0, 60)}`
    if (key === 'birthDate') {
      const day = new Date(value)
      const isDay = !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value)
      if (!isDay || day.getTime() > Date.now()) return `birthDate: ${value}`
    }
  }
  return null
}

/** Checks the received calls, and clears them. */
function expectContract(): void {
  const { calls } = server.sandbox
  const faults = calls.flatMap((call) => {
    const fault = getFault(call)
    return fault ? [`${call.endpoint}: ${fault}`] : []
  })
  calls.length = 0
  expect([...new Set(faults)].slice(0, 10)).toEqual([])
}

const BATCH = 200

describe(`seed ${seed}: whatever is posted`, () => {
  test.each(forms)(
    '/$route responds without a 5xx, and nothing invalid reaches the gateway',
    async (form) => {
      server.sandbox.calls.length = 0
      const bodies = fc.sample(nastyBody(form.fields), { seed, numRuns: cases(5000, 60) })
      const path = form.path()
      const failures: string[] = []
      for (let from = 0; from < bodies.length; from += BATCH) {
        await client.each(
          bodies.slice(from, from + BATCH),
          async ({ contentType, body }, index) => {
            const hit = await client.send({
              method: 'POST',
              path: (from + index) % 7 === 6 ? `${path}.data` : path,
              body,
              headers: {
                origin: app.origin,
                cookie: cookies[form.who],
                ...(contentType !== null && { 'content-type': encodeURI(contentType) }),
              },
            })
            if (hit.status >= 500 || hit.text.includes('[object Object]'))
              failures.push(`${hit.status} for ${contentType}: ${body.toString().slice(0, 300)}`)
          },
        )
        expectContract()
      }
      expect(failures.slice(0, 5)).toEqual([])
    },
  )
})

describe(`seed ${seed}: whatever stands in an address`, () => {
  test('every page responds without a 5xx, and nothing invalid reaches the gateway', async () => {
    const failures: string[] = []
    const values = fc.sample(nastyValue, { seed, numRuns: cases(500, 12) })
    for (const address of addresses) {
      await client.each(values, async (value) => {
        const path = address(encodeURIComponent(Buffer.from(value).toString())).slice(0, 2040)
        const hit = await client.send({ path, headers: { cookie: cookies.shopper } })
        if (hit.status >= 500) failures.push(`${hit.status} ${path.slice(0, 300)}`)
      })
      expectContract()
    }
    expect(failures.slice(0, 5)).toEqual([])
  })
})

test('every form of the product is in the table', () => {
  const built = builtRoutes()
  const withActions = allAddresses.filter(({ id }) => built[id]?.hasAction).map(({ path }) => path)
  expect(
    forms.map(({ route }) => route).sort(),
    'edit `forms` in tests/resilience/forms.test.ts',
  ).toEqual(withActions.sort())
})
