import { describe, expect, test } from 'vitest'

import { applyMask, groupInFours } from './mask'

describe('a mask', () => {
  test.each([
    ['1234', '##-##', '12-34'],
    ['12', '##-##', '12'],
    ['123', '##-##', '12-3'],
    ['12345', '##-##', '12-34'],
    ['1a2b', '##-##', '12'],
    ['', '+7 (###)', ''],
    ['12аб3', '@@-#', 'аб-3'],
    ['а1б2', '***/#', 'а1б/2'],
    ['-1', '@#', ''],
  ])('5.6: formats %j with %j as %j', (value, mask, output) => {
    expect(applyMask(value, mask)).toBe(output)
  })
})

describe('5.5: a card number', () => {
  test.each([
    ['1234567890123456', '1234 5678 9012 3456'],
    ['12345', '1234 5'],
    ['1234', '1234'],
    ['1234 5678', '1234 5678'],
    ['', ''],
  ])('%j is grouped as %j', (number, grouped) => {
    expect(groupInFours(number)).toBe(grouped)
  })
})
