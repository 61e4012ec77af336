import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { getCpuTime } from '../../tests/support/cpu-time'
import { formatPhone, maskPhone, normalisePhone, phonesIn } from './phone'

describe('5.4: a Russian mobile number', () => {
  test.each([
    '+7 (900) 000-00-01',
    'Тел. 8 (900) 000-00-01',
    'телефон: 89000000001',
    'tel:+79000000001',
    '+7 8 900 000-00-01',
    '+7 7900 000 00 01',
    '007 900 000-00-01',
    '8 10 7 900 000-00-01',
    '8~10 7 900 000-00-01',
    '+7 900 000-00-01 доб. 5',
    'моб. тел. 8 900 000 00 01',
    'Мой номер +7 900 000-00-01, звонить до 22',
    '+7·900·000·00·01',
    '+7 • 900 • 000 • 00 • 01',
    '+7_900_000_00_01',
    '7900０００００01',
    '＋７（９００）０００−００−０１',
    '٧٩٠٠٠٠٠٠٠٠١',
    '7️⃣9️⃣0️⃣0️⃣0️⃣0️⃣0️⃣0️⃣0️⃣0️⃣1️⃣',
    '+7 900 000-00-01, 8 (900) 000 00 01',
  ])('is read from %j', (input) => {
    expect(normalisePhone(input)).toBe('79000000001')
  })

  test.each([
    '',
    '+7 (495) 000-00-01',
    '+44 900 000 00 01',
    '+7 840 000 00 01',
    '900000000',
    '790000000011',
    'девять',
    '9'.repeat(70),
    '5 8 900 000-00-01',
    '8 900 000-00-01/02',
    '8 900 000-00-01, 8 900 000-00-02',
    '+7 900 000-00-01 +7 900 000-00-02',
    '89000000001 или 89000000002',
  ])('is not read from %j', (input) => {
    expect(normalisePhone(input)).toBeNull()
  })

  test('is read with any separators and surroundings', () => {
    const between = [
      ...' \t\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000',
      ...'-\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe63\uff0d().',
      ...'\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff',
    ]
    const filler = fc.constantFrom('', '', ...between)
    fc.assert(
      fc.property(
        fc.constantFrom('', 'тел.: ', 'Тел. ', 'tel:', '\u202a', ' '),
        fc.constantFrom('', '7', '8', '+7'),
        fc.integer({ min: 0, max: 999_999_999 }),
        fc.array(filler, { minLength: 12, maxLength: 12 }),
        fc.constantFrom('', '.', ' ', '\u202c'),
        (before, country, rest, fillers, after) => {
          const local = `9${String(rest).padStart(9, '0')}`
          const spelt = [...(country + local)].map((sign, at) => sign + fillers[at])
          expect(normalisePhone(before + spelt.join('') + after)).toBe(`7${local}`)
        },
      ),
      { numRuns: 2000 },
    )
  })

  test('is searched within 50 ms in inputs of 100,000 characters and more', () => {
    const long = ['тел', ' ', '-', '\u202a', '(', '1'].map((filler) => filler.repeat(100_000))
    const cost = getCpuTime(() => expect(long.map(normalisePhone)).toEqual(long.map(() => null)))
    expect(cost).toBeLessThan(50)
  })

  test('is found several times in a text, so that a form can report it', () => {
    expect(phonesIn('8 900 000-00-01; +7 900 000-00-02 и 9000000001')).toEqual([
      '79000000001',
      '79000000002',
    ])
  })

  test.each([
    ['79001234567', '+7 (900) 123-45-67', '+7 (900) •••-••-67'],
    ['89000000001', '+7 (900) 000-00-01', '+7 (900) •••-••-01'],
    ['9000000001', '+7 (900) 000-00-01', '+7 (900) •••-••-01'],
    ['+375 29 123-45-67', '+375291234567', '+375•••••67'],
    ['375291234567', '+375291234567', '+375•••••67'],
    ['14155550123', '+14155550123', '+141•••••23'],
    ['+47 22 12 34 56', '+4722123456', '+472•••••56'],
  ])('2.26, 5.4: in a profile as %s is shown as %s', (phone, shown, masked) => {
    expect([formatPhone(phone), maskPhone(phone)]).toEqual([shown, masked])
  })
})
