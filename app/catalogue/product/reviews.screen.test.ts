import { expect, test, vi } from 'vitest'

import { products } from '../../../sandbox/data/products'
import { testContext } from '../../../tests/support/test-context'
import { action as confirmAge } from '../confirm-age.action'
import { loader as product } from './product.screen'
import { action, loader } from './reviews.screen'

const { shopper, getCalls, refuse, sandbox, forget } = testContext()
const WRITE = 'POST /v2/object/feedback'
const { id, seoCode } = products[0]!
const part = `${id}-${seoCode}`
const path = `/product/${part}/reviews`

async function reviewing() {
  const { load, send, with: inContext } = await shopper()
  const post = (fields: Record<string, string>) => send(action, path, fields, { product: part })
  const look = (search = '') => load(loader, path + search, { product: part })
  return { post, look, load, inContext }
}

test("shows a product's page, and answers 404 for an unknown product", async () => {
  const { load } = await reviewing()
  // Another file may have asked for this product's similar ones.
  forget()
  const look = (asked: string) => load(product, `/product/${asked}`, { product: asked })
  expect(await look(id)).toMatchObject({ status: 301, location: `/product/${part}` })
  const { location } = await load(product, `/product/${id}-not-this?x=1`, {
    product: `${id}-not-this`,
  })
  expect(location).toBe(`/product/${part}?x=1`)
  expect((await look(part)).data.product?.name.replace(/\s/g, ' ')).toBe(products[0]!.name)
  const similar = sandbox.calls.filter(({ endpoint }) => endpoint === 'POST /v2/goods/search')
  expect(similar.map(({ body }) => (body as Record<string, unknown>).includeAdultGoods)).toEqual([
    false,
  ])
  for (const odd of ['999999999', 'x', '']) expect((await look(odd)).status).toBe(404)
})

test('shows products for adults after the age confirmation', async () => {
  const { load, send } = await shopper()
  const { id: adult, seoCode: name } = products.find(({ isForAdults }) => isForAdults)!
  const asked = `${adult}-${name}`
  const look = () => load(product, `/product/${asked}`, { product: asked })
  expect((await look()).data).toMatchObject({ isForAdults: true, product: null })
  await send(confirmAge, '/catalog/confirm-age', {})
  expect((await look()).data.product).not.toBeNull()
})

test('accepts one of two parallel reviews with a confirmation, and answers 422 to the other', async () => {
  const { post, look } = await reviewing()
  const results = await Promise.all([post({ score: '5', text: 'Вкусно' }), post({ score: '5' })])
  expect(results.map(({ status }) => status).sort()).toEqual([303, 422])
  expect(results.find(({ status }) => status === 303)).toMatchObject({
    location: path,
    flash: { type: 'success', title: 'Спасибо! Отзыв на модерации' },
  })
  expect((await post({ score: '5' })).data.result.error).toEqual({
    '': ['Ваш отзыв об этом товаре уже у нас. Второй не нужен: спасибо!'],
  })
  expect(getCalls(WRITE)).toBe(1)
  expect((await look()).data.isSent).toBe(true)
})

test('marks the product page as reviewed for 30 days after the shopper has sent a review', async () => {
  const { post, load, inContext } = await reviewing()
  const isSent = async () => (await load(product, `/product/${part}`, { product: part })).data
  expect(await isSent()).toMatchObject({ isSent: false })
  let set: unknown
  await inContext(({ services }) => void (set = vi.spyOn(services.store, 'set')))
  await post({ score: '5' })
  expect(await isSent()).toMatchObject({ isSent: true })
  expect(set).toHaveBeenCalledWith(expect.stringMatching(/^review:/), 'sent', 30 * 86_400_000)
})

test.each([
  [{ text: 'Вкусно' }, 'score', 'Поставьте оценку: от одной до пяти звёзд'],
  [{ score: '6' }, 'score', 'Поставьте оценку: от одной до пяти звёзд'],
  [{ score: '5', text: 'я'.repeat(3001) }, 'text', expect.stringContaining('Сократите текст')],
])(
  'shows the error of an invalid review at its field and keeps the text',
  async (fields, name, message) => {
    const { status, data } = await (await reviewing()).post(fields)
    expect([status, data.result.error]).toEqual([422, { [name]: [message] }])
    expect(data.result.initialValue).toEqual(fields)
    expect(getCalls(WRITE)).toBe(0)
  },
)

test("shows the gateway's refusals at their fields and keeps the input", async () => {
  const { post } = await reviewing()
  refuse(WRITE, 422, 'validationError', 'text')
  expect((await post({ score: '5', text: 'Вкусно' })).data).toMatchObject({
    result: {
      error: { text: ['Сократите или поправьте текст'] },
      initialValue: { score: '5', text: 'Вкусно' },
    },
  })
})
