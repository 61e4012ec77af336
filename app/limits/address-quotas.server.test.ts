import { expect, test } from 'vitest'

import { createAddressQuotas } from './address-quotas.server'

const [MOST, OF_GUESTS] = [100, 10]
const SHARED = '192.0.2.1'

/** Takes one unit for each session while the quota has room; returns how many got one. */
function fill(getQuota: ReturnType<typeof createAddressQuotas>, sessions: (string | null)[]) {
  return sessions.filter((session) => {
    const quota = getQuota(SHARED, session)
    const fits = quota.has(1)
    if (fits) quota.take(1)
    return fits
  }).length
}

const create = () => createAddressQuotas(MOST, (share) => share * OF_GUESTS)

test('all sessions of an address get four times the quota of its guests, together', () => {
  const sessions = Array.from({ length: MOST }, (_, number) => `session ${number}`)
  expect(fill(create(), sessions)).toBe(4 * OF_GUESTS)
})

test('one session gets no more than a guest, and guests and sessions leave each other alone', () => {
  const getQuota = create()
  expect(fill(getQuota, Array(20).fill('a session'))).toBe(OF_GUESTS)
  expect(fill(getQuota, Array(20).fill(null))).toBe(OF_GUESTS)
  expect(fill(getQuota, ['another session'])).toBe(1)
  expect(getQuota('192.0.2.2').has(OF_GUESTS)).toBe(true)
})
