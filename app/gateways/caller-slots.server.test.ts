import { describe, expect, it } from 'vitest'

import { createCallerSlots } from './caller-slots.server'

const patient = new AbortController().signal

describe('turns', () => {
  it('are taken at once, as many as a caller may have', async () => {
    const turns = createCallerSlots({ own: 2, ofEndpoint: 2, common: 3 })
    await turns.acquire('card', 'one', patient)
    await turns.acquire('card', 'one', patient)
    await turns.acquire('card', 'another', patient)
  })

  it('beyond that wait for one of the same caller, first come, first served', async () => {
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

  it('are waited for no longer than the call has time, and what left takes none', async () => {
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

  it('of anonymous visitors count as one caller, with a share of its own', async () => {
    const turns = createCallerSlots({ own: 1, ofEndpoint: 1, common: 2 })
    await turns.acquire('card', null, patient)
    const end = await turns.acquire('card', null, patient)
    const next = turns.acquire('card', null, patient)
    end()
    await next
  })

  it('are given back once, and nothing is stored of who has none', async () => {
    const turns = createCallerSlots({ own: 1, ofEndpoint: 1, common: 2 })
    const end = await turns.acquire('card', 'one', patient)
    expect(turns.lines()).toBe(2)
    end()
    end()
    expect(turns.lines()).toBe(0)
  })

  it('that are waited for with one endpoint keep no turn from the others', async () => {
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
