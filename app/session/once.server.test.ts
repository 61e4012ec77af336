import { expect, test, vi } from 'vitest'

import { noAnswerYet, once as onceOr } from './once.server'
import { createMemoryStore } from './shared-store.server'

function shopper(userId = 'user-1') {
  const session = { userId: async () => userId } as never
  return { session, store: createMemoryStore() }
}
const once = (context: ReturnType<typeof shopper>, id: string, write: () => Promise<object[]>) =>
  onceOr(context, id, write, noAnswerYet)
const formId = '0b5f0a52-7f4c-4df7-9d1c-6a2f6f1a0001'
const refusal = { fieldId: 'email', message: 'Укажите личную почту' }

test('a form that is sent twice writes once, and both posts get the outcome', async () => {
  const context = shopper()
  const write = vi.fn(async () => {
    await new Promise((resolve) => setTimeout(resolve, 80))
    return [refusal]
  })
  const outcomes = await Promise.all([once(context, formId, write), once(context, formId, write)])
  expect(write).toHaveBeenCalledTimes(1)
  expect(outcomes).toEqual([[refusal], [refusal]])
})

test('another render of the same form writes again', async () => {
  const context = shopper()
  const write = vi.fn(async () => [])
  await once(context, formId, write)
  await once(context, formId.replace('0001', '0002'), write)
  expect(write).toHaveBeenCalledTimes(2)
})

test('a stranger cannot take the place of a shopper’s form', async () => {
  const { store } = shopper()
  const write = vi.fn(async () => [])
  await once({ ...shopper('user-1'), store }, formId, write)
  await once({ ...shopper('user-2'), store }, formId, write)
  expect(write).toHaveBeenCalledTimes(2)
})

test('what fails unexpectedly may be sent again', async () => {
  const context = shopper()
  const broken = once(context, formId, async () => Promise.reject(new Error('a bug')))
  await expect(broken).rejects.toThrow('a bug')
  const write = vi.fn(async () => [])
  expect(await once(context, formId, write)).toEqual([])
  expect(write).toHaveBeenCalledTimes(1)
})
