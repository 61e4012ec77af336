import { describe, expect, test } from 'vitest'
import { z } from 'zod'

import { id, instant, listOf, maybe, orElse } from '~/gateways/schemas/common.server'
import { category } from '~/gateways/schemas/catalogue.server'
import { poll } from '~/gateways/schemas/purchases.server'

import type { Call } from '../endpoint.server'
import { allEndpoints, createGateways } from '../gateways.server'
import { compare } from './compare.server'
import { storesEndpoints } from '../stores.server'
import { wireOf } from './wire.server'

const shape = z.object({
  items: listOf(z.object({ id, title: z.string(), until: maybe(instant) })),
  extra: maybe(z.object({ name: z.string() })),
  total: orElse(z.number().int(), 0),
})
const differences = (json: unknown) => compare(wireOf(shape), json)
const good = { items: [{ id: '1', title: 'a' }], total: 1 }

describe('an answer compared with its declaration', () => {
  test('has no differences when it fits, except optional fields that it lacks', () => {
    const until = '2026-01-01T00:00:00Z'
    const whole = { ...good, items: [{ id: '1', title: 'a', until }], extra: { name: 'b' } }
    expect(differences(whole)).toEqual([])
    expect(differences(good).map(({ path, kind, loss }) => [path, kind, loss])).toEqual([
      ['items.[].until', 'never', 'nothing'],
      ['extra', 'never', 'nothing'],
    ])
  })

  test('loses an entry without a required field, and is lost as a whole when no entry is left', () => {
    const [one] = differences({ ...good, items: [{ id: '1' }, { id: '2', title: 'b' }] })
    expect(one).toMatchObject({ path: 'items.[].title', count: 1, of: 2, loss: 'entries' })
    const [all] = differences({ ...good, items: [{ id: '1' }, { id: '2' }] })
    expect(all).toMatchObject({ path: 'items.[].title', count: 2, of: 2, loss: 'answer' })
    expect(differences({ total: 1 })[0]).toMatchObject({ path: 'items', loss: 'answer' })
  })

  test('loses a piece when a field in it is missing, or when a promised field has a wrong type', () => {
    const found = differences({ ...good, extra: {}, total: 'one' })
    expect(found).toContainEqual(expect.objectContaining({ path: 'extra.name', loss: 'piece' }))
    expect(found).toContainEqual(
      expect.objectContaining({ path: 'total', kind: 'type', loss: 'piece' }),
    )
  })

  test('is reported as unusable when its body is empty or of a wrong type', () => {
    expect(differences(undefined)).toMatchObject([{ path: '', kind: 'missing', loss: 'answer' }])
    expect(differences([])).toMatchObject([{ path: '', kind: 'type', loss: 'answer' }])
  })

  test('hides the name of an undeclared field that may be personal data, such as a phone number', () => {
    const found = differences({ ...good, colour: 1, '79001234567': 'x', 'Иван Иванов': 'x' })
    const unknown = found.filter(({ kind }) => kind === 'unknown').map(({ path }) => path)
    expect(unknown).toEqual(['colour', '(no name)'])
  })

  test('takes time in proportion to its size at any depth or width', () => {
    let tree: object = { id: 1, name: 'x' }
    for (let depth = 0; depth < 2000; depth += 1) tree = { id: 1, name: 'x', children: [tree] }
    expect(() => compare(wireOf(category), tree)).not.toThrow()
    const wide = Object.fromEntries(
      Array.from({ length: 5000 }, (_, index) => [`a${index % 999}b${index}`, 1]),
    )
    expect(differences({ ...good, ...wide }).length).toBeLessThan(600)
  })
})

test('describes a recursive tree and a union of schemas', () => {
  const tree = wireOf(category)
  expect(tree).toMatchObject({ kind: 'object' })
  expect(compare(tree, { id: 1, name: 'a', children: [{ id: 'x', name: 'b' }] })).toContainEqual(
    expect.objectContaining({ path: 'children.[].id', kind: 'type', need: 'needed' }),
  )
  const asked = { id: '1', title: 'a', isRequired: true }
  const questions = [
    { ...asked, type: 'TEXT' },
    { ...asked, type: 'SINGLE', options: [] },
  ]
  const reportedDifferences = compare(wireOf(poll), { id: '1', title: 'a', questions })
  expect(reportedDifferences.filter(({ loss }) => loss !== 'nothing')).toEqual([])
})

test('builds the example request for a store as the gateway function does, with an unspecified owner', async () => {
  const asked: unknown[] = []
  const noting = async (_: unknown, input: unknown) => void asked.push(input)
  await createGateways(noting as Call).stores.getStore({ storeCode: '0042' })
  const input = storesEndpoints.getStore.exampleOf({ storeCode: '0042' })
  expect(input).toEqual({
    body: { externalId: { storeCode: '0042', owner: 'OWNER_UNSPECIFIED' } },
  })
  expect(asked).toEqual([input])
})

test.each(allEndpoints)(
  'describes the answer of $name as an object or as any value',
  ({ answer }) => {
    expect(['object', 'any']).toContain(wireOf(answer).kind)
  },
)
