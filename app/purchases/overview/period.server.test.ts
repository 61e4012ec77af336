import { describe, expect, it } from 'vitest'

import { getTillClock } from '~/lib/dates'

import { getBorders, getDays, getReadPeriod, getSteps, getToday } from './period.server'

const today = getToday(new Date('2026-04-30T21:30:00Z'))
const asked = (text: string) => getReadPeriod(new URLSearchParams({ period: text }), today)
const labels = (...args: Parameters<typeof getSteps>) => {
  const { previous, next } = getSteps(...args)
  return [previous?.label ?? null, next?.label ?? null]
}

describe('the period in an address', () => {
  it('is a year or a month', () => {
    expect(asked('2025')).toEqual({ year: 2025, month: null })
    expect(asked('2025-12')).toEqual({ year: 2025, month: 12 })
    // In Moscow it is May already.
    expect(asked('2026-05')).toEqual({ year: 2026, month: 5 })
  })

  it.each(['', 'x', '26', '2026-13', '2026-00', '2026-4', '2026-06', '2027', '1999', '2026-05-01'])(
    'is the present year when invalid or in the future («%s»)',
    (text) => expect(asked(text)).toEqual({ year: 2026, month: null }),
  )
})

describe('the links from a period', () => {
  const first = '2024-11-30T21:30:00Z'

  it('lead neither to a time before the first operation nor into the future', () => {
    expect(labels({ year: 2026, month: null }, first, today)).toEqual(['2025\u00a0год', null])
    expect(labels({ year: 2024, month: null }, first, today)).toEqual([null, '2025\u00a0год'])
    expect(labels({ year: 2024, month: 12 }, first, today)).toEqual([null, 'Январь 2025'])
    expect(labels({ year: 2026, month: 5 }, first, today)).toEqual(['Апрель', null])
  })

  it('include no earlier period while the date of the first operation is unknown', () => {
    expect(labels({ year: 2025, month: null }, null, today)).toEqual([null, '2026\u00a0год'])
  })
})

describe('the borders of a period', () => {
  it('contain the whole period for every UTC offset that Moscow has had', () => {
    for (const year of [2010, 2012, 2014, 2026])
      for (const month of [null, 1, 6, 10, 12]) {
        const { from, to } = getBorders({ year, month })
        const before = getTillClock(from, null)
        const after = getTillClock(new Date(Date.parse(to) - 1).toISOString(), null)
        const key = `${year}${month ? `-${String(month).padStart(2, '0')}` : ''}`
        const text = ({ year: y, month: m }: typeof before) => `${y}-${m}`.slice(0, key.length)
        expect(text(before) < key).toBe(true)
        expect(text(after) > key).toBe(true)
      }
  })
})

it('names the first and the last day of a month and of a year, also in leap years', () => {
  expect(getDays({ year: 2024, month: 2 })).toEqual({ since: '2024-02-01', until: '2024-02-29' })
  expect(getDays({ year: 2025, month: 2 }).until).toBe('2025-02-28')
  expect(getDays({ year: 2026, month: null })).toEqual({ since: '2026-01-01', until: '2026-12-31' })
})
