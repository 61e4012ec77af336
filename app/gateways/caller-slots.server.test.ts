import { describe, expect, it } from 'vitest'

import { createCallerSlots } from './caller-slots.server'

const patient = new AbortController().signal

describe('caller slots', () => {
  it("admit calls at once up to the caller's limit", async () => {
    const turns = createCallerSlots({ own: 2, ofEndpoint: 2, common: 3 })
    await turns.acquire('card', 'one', patient)
    await turns.acquire('card', 'one', patient)
    await turns.acquire('card', 'another', patient)
  })

  it('make further calls wait for the same caller, in order', async () => {
    const turns = createCallerSlots({ own: 1, ofEndpoint: 1, common: 3 })
    const order: string[] = []
    const first = await turns.acquire('card', 'one', patient)
    const other = await turns.acquire('card', 'another', patient)
    const second = turns.acquire('card', 'one', patient).then((end) => {
      order.push('second')
      return end
    })
    const third = turns.acquire('card', 'one', patient).then(() => order.push('third'))
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

  it('are waited for until the deadline, and a cancelled call takes none', async () => {
    const turns = createCallerSlots({ own: 1, ofEndpoint: 1, common: 3 })
    const end = await turns.acquire('card', 'one', patient)
    const hasty = new AbortController()
    const left = turns.acquire('card', 'one', hasty.signal)
    const next = turns.acquire('card', 'one', patient)
    hasty.abort('too late')
    await expect(left).rejects.toBe('too late')
    end()
    await next
  })

  it('treat anonymous visitors as one caller with its own limit', async () => {
    const turns = createCallerSlots({ own: 1, ofEndpoint: 1, common: 2 })
    await turns.acquire('card', null, patient)
    const end = await turns.acquire('card', null, patient)
    const next = turns.acquire('card', null, patient)
    end()
    await next
  })

  it('are returned once, and idle callers have no entry', async () => {
    const turns = createCallerSlots({ own: 1, ofEndpoint: 1, common: 2 })
    const end = await turns.acquire('card', 'one', patient)
    expect(turns.lines()).toBe(2)
    end()
    end()
    expect(turns.lines()).toBe(0)
  })

  it('of one endpoint block no other endpoint of the same caller', async () => {
    const turns = createCallerSlots({ own: 3, ofEndpoint: 1, common: 2 })
    const hasty = new AbortController()
    const coupons = [1, 2, 3, 4].map(() => turns.acquire('coupons', 'one', hasty.signal))
    const end = await coupons[0]
    await turns.acquire('stars', 'one', patient)
    const card = await turns.acquire('card', 'one', patient)
    const offers = turns.acquire('offers', 'one', hasty.signal)
    hasty.abort('left')
    await Promise.allSettled([...coupons, offers])
    end?.()
    card()
    await turns.acquire('offers', 'one', patient)
    await turns.acquire('coupons', 'one', patient)
  })
})
