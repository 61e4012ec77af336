import { describe, expect, test } from 'vitest'

import { parseBirthDate, splitDate } from './birth-date'

const today = new Date('2026-04-13T12:00:00Z')
const parse = (day: string, month: string, year: string) =>
  parseBirthDate({ day, month, year }, today)

describe('a birth date', () => {
  test.each([
    ['13', '4', '1985', '1985-04-13'],
    [' 1 ', '05', '1985', '1985-05-01'],
    ['9', 'мая', '1985', '1985-05-09'],
    ['9', 'Май', '1985', '1985-05-09'],
    ['8', 'марта', '1985', '1985-03-08'],
    ['31', 'августа', '1985', '1985-08-31'],
    ['29', '2', '2008', '2008-02-29'],
    ['13', '4', '2012', '2012-04-13'],
  ])('9.11: is read from %j %j %j', (day, month, year, value) => {
    expect(parse(day, month, year)).toEqual({ kind: 'date', value })
  })

  test('9.11: is read with the name of each month, as it stands alone and in a date', () => {
    const alone = 'январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь'
    const inDate =
      'января февраля марта апреля мая июня июля августа сентября октября ноября декабря'
    for (const names of [alone, inDate])
      expect(names.split(' ').map((month) => parse('9', month, '1985'))).toEqual(
        Array.from({ length: 12 }, (_, place) => ({
          kind: 'date',
          value: `1985-${String(place + 1).padStart(2, '0')}-09`,
        })),
      )
  })

  test('is optional', () => {
    expect(parse(' ', '', '')).toEqual({ kind: 'empty' })
  })

  test.each([
    ['', '4', '1985', 'day'],
    ['13', '', '1985', 'month'],
    ['13', '4', '', 'year'],
    ['32', '4', '1985', 'day'],
    ['31', '4', '1985', 'day'],
    ['29', '2', '2007', 'day'],
    ['0', '4', '1985', 'day'],
    ['x', '4', '1985', 'day'],
    ['13', '13', '1985', 'month'],
    ['13', '0', '1985', 'month'],
    ['13', 'мартобря!', '85', 'year'],
    ['13', 'foo', '1985', 'month'],
    ['13', '4', '85', 'year'],
    ['13', '4', '2027', 'year'],
    ['14', '4', '2012', 'year'],
    ['13', '4', '1900', 'year'],
    ['13', '4', '0085', 'year'],
  ])('%j %j %j is refused with an error at the %s', (day, month, year, part) => {
    expect(parse(day, month, year)).toMatchObject({ kind: 'invalid', part })
  })

  test.each([
    // Half past midnight in Moscow is the day before in UTC.
    ['2026-04-12T21:30:00Z', '13', 'date'],
    ['2026-04-12T20:59:00Z', '13', 'invalid'],
    ['2026-04-13T20:59:00Z', '14', 'invalid'],
    ['2026-04-13T21:00:00Z', '14', 'date'],
  ])(
    'is compared at %s with the age of 14 by Moscow’s calendar: %s April 2012 has the result «%s»',
    (now, day, kind) => {
      const parts = { day, month: '4', year: '2012' }
      expect(parseBirthDate(parts, new Date(now))).toMatchObject({ kind })
    },
  )

  test('on 1 March is refused on 29 February 14 years later, and accepted on 1 March', () => {
    const parts = { day: '1', month: '3', year: '2014' }
    expect(parseBirthDate(parts, new Date('2028-02-29T12:00:00Z')).kind).toBe('invalid')
    expect(parseBirthDate(parts, new Date('2028-03-01T12:00:00Z')).kind).toBe('date')
  })

  test('9.11: is split into the fields of a form', () => {
    expect(splitDate('1985-04-03')).toEqual({ day: '3', month: '4', year: '1985' })
    expect(splitDate(null)).toEqual({ day: '', month: '', year: '' })
  })
})
