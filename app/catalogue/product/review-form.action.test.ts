import { describe, expect, test } from 'vitest'

import { page } from '../../../tests/support/pages'
import { newPhone, testContext } from '../../../tests/support/test-context'
import { products } from '../../../sandbox/data/products'
import { action, loader } from './reviews.screen'

const { visitor, sandbox, getCalls, refuse } = testContext()

const endpoint = 'POST /v2/object/feedback'
const product = products[5]!
const params = { product: `${product.id}-${product.seoCode}` }
const path = `/product/${params.product}/reviews`

let lastPhone = 79065000000
async function shopper() {
  const self = await visitor(String((lastPhone += 1)))
  return {
    send: (fields: Record<string, string> = { score: '5' }) =>
      self.send(action, path, fields, params),
    isSent: async () => (await self.load(loader, path, params)).data.isSent,
  }
}

describe('a review that the gateway has not accepted is not marked as sent when', () => {
  test.each([422, 500, 503])('the gateway answers %d', async (status) => {
    const { send, isSent } = await shopper()
    sandbox.faults.add({ endpoint, mode: 'status', status })
    expect((await send()).status).toBe(422)
    expect(await isSent()).toBe(false)
    sandbox.faults.clear()
    expect((await send()).status).toBe(303)
    expect(await isSent()).toBe(true)
  })
})

test('9.4: accepts one to five stars', async () => {
  for (const score of ['', '0', '6', '1.5']) {
    const { status, data } = await (await shopper()).send({ score })
    const error = { score: ['Поставьте оценку: от одной до пяти звёзд'] }
    expect([status, data.result.error]).toEqual([422, error])
  }
  expect(getCalls(endpoint)).toBe(0)
  const { data } = await (await visitor('79065999999')).load(page, path)
  const offered = Array.from(
    String(data).matchAll(/<input[^>]*name="score"[^>]*>/g),
    ([star]) => star,
  )
  expect(offered.map((star) => /value="(.*?)"/.exec(star)?.[1]).join('')).toBe('12345')
  for (const score of '12345') expect((await (await shopper()).send({ score })).status).toBe(303)
})

test('does not mark a review as sent while the call is running', async () => {
  const { send, isSent } = await shopper()
  sandbox.faults.add({ endpoint, mode: 'latency', latencyMs: 1500, times: 1 })
  const sending = send()
  while (getCalls(endpoint) === 0) await new Promise((resolve) => setTimeout(resolve, 5))
  expect(await isSent()).toBe(false)
  expect((await sending).status).toBe(303)
  expect(await isSent()).toBe(true)
})

test('accepts a review again after the session ended during the first post', async () => {
  const phone = newPhone()
  const { send } = await visitor(phone)
  const post = (by: typeof send) => by(action, path, { score: '5', text: 'Вкусно' }, params)
  refuse(endpoint, 401, 'unauthorized')
  refuse('POST /v1/auth/token/refresh', 401, 'unauthorized')
  expect((await post(send)).location).toBe('/login')
  sandbox.faults.clear()
  const again = await visitor(phone)
  expect((await again.load(loader, path, params)).data.isSent).toBe(false)
  expect((await post(again.send)).status).toBe(303)
})
