import { describe, expect, test } from 'vitest'

import { drawCode } from './coupon.server'

describe('the code of a coupon', () => {
  test("is drawn in the coupon's format, and always shown as text", () => {
    expect(drawCode('2912345678901', 'barcode')).toMatchObject({
      kind: 'barcode',
      text: '2912345678901',
      svg: expect.stringContaining('<svg'),
    })
    expect(drawCode('APR-1', 'qr')).toMatchObject({
      kind: 'qr',
      svg: expect.stringContaining('<svg'),
    })
    expect(drawCode('АПРЕЛЬ7', 'text')).toEqual({ kind: 'text', text: 'АПРЕЛЬ7', svg: null })
  })

  test('is shown as text for an unknown format', () => {
    expect(drawCode('X-1', 'hologram')).toEqual({ kind: 'text', text: 'X-1', svg: null })
  })

  test('is shown as text when its format cannot encode it', () => {
    expect(drawCode('АПРЕЛЬ', 'barcode').kind).toBe('text')
    expect(drawCode('x'.repeat(5000), 'qr').kind).toBe('text')
  })
})
