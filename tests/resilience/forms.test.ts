import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'

import { allEndpoints } from '../../app/gateways/gateways.server'
import type { ReceivedCall } from '../../sandbox/calls'
import { startSite } from '../support/site'
import { exampleAddress } from '../support/examples'
import { cases } from '../support/extent'
import { become, formIds, getSender, getValues, type Sender } from '../support/forms'
import { expectHealthy } from '../support/health'
import { createLoadClient } from '../support/load-client'
import { nastyBody, nastyValue, seed } from '../support/nasty'
import type { Visitor } from '../support/visitor'
import { pushSettings } from '../support/push-settings'

const PHONE = '79083000001'

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

const cookies = {} as Record<Sender, string>

const getCookie = (visitor: Visitor) =>
  [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')

const { app, sandbox, guest } = await startSite(
  { ...pushSettings, LOG_LEVEL: 'info' },
  { accessTokenLifeSeconds: 3600, codeLifeSeconds: 3600 },
)
// A shopper may have eight changes of consents under way; the ninth gets a 503.
const client = createLoadClient(app.address, 8)
const phones = { codeSent: '79083000002', new: '79013000003', incomplete: '79000000003' }
for (const sender of ['guest', 'codeSent', 'new', 'incomplete', 'shopper'] as const) {
  const visitor = guest()
  const phone = { guest: PHONE, shopper: PHONE, ...phones }[sender]
  await become(sender, { visitor, sandbox: sandbox, phone })
  if (sender === 'shopper') await visitor.get('/today')
  cookies[sender] = getCookie(visitor)
}

afterAll(async () => {
  await client.close()
  await expectHealthy(app)
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
  const { calls } = sandbox
  const faults = calls.flatMap((call) => {
    const fault = getFault(call)
    return fault ? [`${call.endpoint}: ${fault}`] : []
  })
  calls.length = 0
  expect([...new Set(faults)].slice(0, 10)).toEqual([])
}

const BATCH = 200

describe(`seed ${seed}: whatever is posted`, () => {
  test.each(formIds)(
    '%s responds without a 5xx, and nothing invalid reaches the gateway',
    async (id) => {
      sandbox.calls.length = 0
      const bodies = fc.sample(nastyBody(getValues(id)), { seed, numRuns: cases(5000, 60) })
      const path = exampleAddress(id, sandbox.state.user(PHONE))
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
                cookie: cookies[getSender(id)],
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
