import { afterAll, expect, test } from 'vitest'

import { products } from '../../sandbox/data/products'
import { startSite } from '../support/site'
import { expectHealthy } from '../support/health'

const PHONE = '79000000001'

const { app, sandbox, signedIn } = await startSite()
const shopper = await signedIn(PHONE)

afterAll(() => expectHealthy(app))

const user = () => sandbox.state.user(PHONE)

/** Addresses of a page's links and forms below an address. */
async function waysFrom(path: string, below: string): Promise<string[]> {
  const response = await shopper.get(path)
  expect(response.status, path).toBe(200)
  const ways = [...(await response.text()).matchAll(/(?:href|action)="([^"]*)"/g)]
  return [...new Set(ways.map(([, way = '']) => way).filter((way) => way.startsWith(below)))]
}

/** The page's text only: a whole page would hide the failure. */
async function getText(path: string): Promise<string> {
  const response = await shopper.get(path)
  expect(response.status, path).toBe(200)
  return (await response.text()).replace(/<(script|style|svg).*?<\/\1>|<[^>]+>/gs, '')
}

const uuid = '12345678-35ad-49bb-b118-8e8fc24abf80'
const ids = [uuid, 'A-17.b_c', 'urn:sale@2026', 'YWI+Yz1k=,e~f']
const wordIds = [...ids, 'СКИДКА-10']

test.each(wordIds)('opens, activates and removes a coupon with the id %s', async (id) => {
  Object.assign(user().coupons[0]!, { favoriteId: id, title: 'Именной', state: 'AVAILABLE' })
  const below = `/coupons/${encodeURIComponent(id)}`
  for (const [from, verb, state] of [
    ['/coupons', 'activate', 'ACTIVATED'],
    [below, 'remove', 'AVAILABLE'],
  ] as const) {
    expect(await getText(below)).toContain('Именной')
    expect(await waysFrom(from, below)).toContain(`${below}/${verb}`)
    expect((await shopper.post(`${below}/${verb}`)).status).toBe(303)
    expect(user().coupons[0]).toMatchObject({ favoriteId: id, state })
  }
})

test.each(wordIds)('opens and joins an offer with the code %s', async (code) => {
  Object.assign(user().offers[0]!, { code, title: 'Именное', state: 'AVAILABLE' })
  const below = `/actions/offers/${encodeURIComponent(code)}`
  const [link = ''] = await waysFrom('/actions/offers', below)
  expect(await getText(link)).toContain('Именное')
  const form = (await waysFrom(link, below)).find((way) => way.endsWith('/join'))
  expect((await shopper.post(form ?? '')).status).toBe(303)
  expect(user().offers[0]).toMatchObject({ code, state: 'ACTIVATED' })
})

test.each(ids)('shows the receipt of an operation with the id %s', async (id) => {
  Object.assign(user().transactions[0]!, { id, title: 'Именная покупка' })
  const below = `/profile/transactions/${encodeURIComponent(id)}`
  const [link = ''] = await waysFrom('/profile/transactions', below)
  expect(await getText(link)).toContain('Именная покупка')
})

test.each(ids)('opens a product with the id %s from its list', async (id) => {
  const [product] = products
  const own = {
    ...product,
    id,
    name: 'Творог',
    seoCode: 'tvorog',
    price: 100,
    quantity: 5,
    gallery: [],
  }
  sandbox.faults.add({
    endpoint: 'POST /v2/goods/search',
    mode: 'changed',
    change: (response) => ({ ...(response as object), items: [own] }),
  })
  const endpoint = `GET /v2/goods/${encodeURIComponent(id)}`
  sandbox.faults.add({ endpoint, mode: 'status', status: 200, body: own })
  const [link = ''] = await waysFrom(`/search?q=${encodeURIComponent(id)}`, '/product/')
  expect(link).toMatch(/~[a-z]/)
  expect(await getText(link)).toContain('Творог')
  expect(await getText(`${link}/reviews`)).toContain('Творог')
  // Without its slug the address is redirected.
  const bare = await shopper.get(`/product/${encodeURIComponent(id)}${id.includes('~') ? '~' : ''}`)
  expect([bare.status, bare.headers.get('location')]).toEqual([301, link])
  sandbox.faults.clear()
})
