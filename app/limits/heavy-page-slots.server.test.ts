import type { AppLoadContext } from '@remix-run/node'
import { expect, test } from 'vitest'

import { withHeavyPageSlot } from './heavy-page-slots.server'

const getContext = (shopper: string) =>
  ({
    session: { userId: async () => shopper },
    reply: { retryAfter: null },
  }) as unknown as AppLoadContext

/** A load that stays open until the test ends it. */
function openLoad() {
  let begun = false
  let end = () => undefined as void
  const over = new Promise<void>((resolve) => (end = resolve))
  const load = async () => {
    begun = true
    await over
    return 'loaded'
  }
  return { load, end: () => end(), hasBegun: () => begun }
}

test('loads two heavy pages of one shopper at a time, without delaying other shoppers', async () => {
  const own = Array.from({ length: 3 }, openLoad)
  const loads = own.map(({ load }) => withHeavyPageSlot(getContext('one'), load))
  const other = openLoad()
  const others = withHeavyPageSlot(getContext('other'), other.load)
  await expect.poll(() => other.hasBegun()).toBe(true)
  expect(own.map(({ hasBegun }) => hasBegun())).toEqual([true, true, false])
  own[0]!.end()
  await expect.poll(() => own[2]!.hasBegun()).toBe(true)
  for (const { end } of [...own, other]) end()
  expect(await Promise.all([...loads, others])).toEqual(Array(4).fill('loaded'))
})

test('answers 429 with Retry-After after too long a wait, and frees the slot of a failed load', async () => {
  const own = Array.from({ length: 2 }, openLoad)
  const loads = own.map(({ load }) => withHeavyPageSlot(getContext('slow'), load))
  const late = getContext('slow')
  await expect(withHeavyPageSlot(late, openLoad().load, 10)).rejects.toMatchObject({
    init: { status: 429 },
  })
  expect(Number(late.reply.retryAfter) - Date.now()).toBeGreaterThan(4000)
  for (const { end } of own) end()
  await Promise.all(loads)
  const failing = async () => Promise.reject(new Error('no'))
  for (let load = 0; load < 3; load += 1)
    await expect(withHeavyPageSlot(getContext('slow'), failing)).rejects.toThrow('no')
})
