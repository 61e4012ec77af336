import { describe, expect, test } from 'vitest'

import { formatPhone, maskPhone, normalisePhone } from './phone'

describe('a Russian mobile number', () => {
  test.each([
    '+7 (900) 000-00-01',
    '+7 900 000 00 01',
    '8 (900) 000-00-01',
    '8-900-000-00-01',
    '89000000001',
    '79000000001',
    '9000000001',
    '  +7.900.000.00.01 ',
    '+7–900–000–00–01',
    '+7\u00a0900\u00a0000\u00a000\u00a001',
  ])('is read from %j', (input) => {
    expect(normalisePhone(input)).toBe('79000000001')
  })

  test.each([
    '',
    '123',
    '+7 (495) 000-00-01',
    '+44 900 000 00 01',
    '+7 840 000 00 01',
    '900000000',
    '790000000011',
    '79000000001 доб. 5',
    'девять',
    '9'.repeat(70),
  ])('is not read from %j', (input) => {
    expect(normalisePhone(input)).toBeNull()
  })

  test('is shown as +7 (900) 000-00-00', () => {
    expect(formatPhone('79000000001')).toBe('+7 (900) 000-00-01')
  })

  test('is shown as nothing while there is none', () => {
    expect(formatPhone('')).toBe('')
  })

  test('keeps its middle to itself when masked', () => {
    expect(maskPhone('79001234567')).toBe('+7 (900) •••-••-67')
  })
})
