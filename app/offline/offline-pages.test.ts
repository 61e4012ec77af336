import { describe, expect, test } from 'vitest'

import { qrSvg } from '~/lib/qr.server'

import { offlineCardPage, offlinePage } from './offline-pages'

const record = {
  owner: 'a',
  svg: qrSvg('H1234567890123456T123456'),
  number: '1234567890123456',
  fetchedAt: new Date(2026, 10, 20, 14, 32).toISOString(),
  balance: 1250,
  coupons: ['Хлеб <b>−20 %</b>'],
}

describe('the offline card', () => {
  const now = new Date(2026, 10, 20, 18, 0)
  const page = offlineCardPage(record, 'n', now)

  test('has the code, its time, the number in fours, the stars and the coupons', () => {
    expect(page).toContain(record.svg)
    expect(page).toContain('>в 14:32</time>')
    expect(page).toContain('1234 5678 9012 3456')
    expect(page).toContain('<b>1\u2009250</b> звёзд')
    expect(page).toContain('Хлеб &lt;b&gt;−20 %&lt;/b&gt;')
  })

  test('says the day of an older code', () => {
    const later = offlineCardPage(record, 'n', new Date(2026, 10, 21, 9, 0))
    expect(later).toContain('20 ноября в 14:32')
  })

  test('says nothing of what is not known', () => {
    const bare = offlineCardPage({ ...record, balance: null, coupons: null }, 'n', now)
    expect(bare).not.toContain('звёзд')
    expect(bare).not.toContain('купоны')
  })

  test('runs no script and styles itself with its nonce alone', () => {
    expect(page).not.toMatch(/<script|style="|onclick/)
    expect(page).toContain('<style nonce="n">')
  })
})

test('the offline page leads to the card only where there is one', () => {
  expect(offlinePage(true, 'n')).toContain('href="/qr"')
  expect(offlinePage(false, 'n')).not.toContain('href="/qr"')
})
