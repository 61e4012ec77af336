import { describe, expect, it } from 'vitest'

import { createKeyedSlots } from '~/lib/keyed-slots.server'
import { createCallerSlots } from './caller-slots.server'

const patient = new AbortController().signal

it('slots of an endpoint refuse the next call until one ends', () => {
  const slots = createKeyedSlots()
  const leave = slots.enter('slow', 1)
  expect(slots.enter('slow', 1)).toBeNull()
  leave?.()
  expect(slots.enter('slow', 1)).not.toBeNull()
})

describe('caller slots', () => {
  it('make calls above the limit wait, in order, for earlier calls of the same caller', async () => {
    const slots = createCallerSlots({ own: 1, ofEndpoint: 1, anonymous: 3 })
    const order: string[] = []
    const first = await slots.acquire('card', 'one', patient)
    const other = await slots.acquire('card', 'another', patient)
    const second = slots.acquire('card', 'one', patient).then((end) => {
      order.push('second')
      return end
    })
    const third = slots.acquire('card', 'one', patient).then(() => order.push('third'))
    other()
    await new Promise((resolve) => setImmediate(resolve))
    expect(order).toEqual([])
    first()
    const end = await second
    expect(order).toEqual(['second'])
    end()
    await third
    expect(order).toEqual(['second', 'third'])
  })

  it('are not taken by a waiting call that was cancelled, but by the next one', async () => {
    const slots = createCallerSlots({ own: 1, ofEndpoint: 1, anonymous: 3 })
    const end = await slots.acquire('card', 'one', patient)
    const hasty = new AbortController()
    const left = slots.acquire('card', 'one', hasty.signal)
    const next = slots.acquire('card', 'one', patient)
    hasty.abort('too late')
    await expect(left).rejects.toBe('too late')
    end()
    await next
  })

  it('treat anonymous visitors as one caller with its own limit', async () => {
    const slots = createCallerSlots({ own: 1, ofEndpoint: 1, anonymous: 2 })
    await slots.acquire('card', null, patient)
    const end = await slots.acquire('card', null, patient)
    const next = slots.acquire('card', null, patient)
    end()
    await next
  })

  it('are released once by each call, and have no entry for a caller without calls', async () => {
    const slots = createCallerSlots({ own: 1, ofEndpoint: 1, anonymous: 2 })
    const end = await slots.acquire('card', 'one', patient)
    expect(slots.queues()).toBe(2)
    end()
    end()
    expect(slots.queues()).toBe(0)
  })

  it('of one endpoint block no other endpoint of the same caller', async () => {
    const slots = createCallerSlots({ own: 3, ofEndpoint: 1, anonymous: 2 })
    const hasty = new AbortController()
    const coupons = [1, 2, 3, 4].map(() => slots.acquire('coupons', 'one', hasty.signal))
    const end = await coupons[0]
    await slots.acquire('stars', 'one', patient)
    const card = await slots.acquire('card', 'one', patient)
    const offers = slots.acquire('offers', 'one', hasty.signal)
    hasty.abort('left')
    await Promise.allSettled([...coupons, offers])
    end?.()
    card()
    await slots.acquire('offers', 'one', patient)
    await slots.acquire('coupons', 'one', patient)
  })
})
