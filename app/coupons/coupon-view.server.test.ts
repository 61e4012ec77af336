import { describe, expect, onTestFinished, test } from 'vitest'

import { env } from '~/platform/env.server'
import { couponDetail, couponView } from './coupon-view.server'
import type { Coupon } from '~/gateways/schemas/promotions.server'

const now = new Date('2026-04-13T18:30:00+03:00')
const coupon: Coupon = {
  favoriteId: '0123456789',
  title: 'Скидка на сыры',
  items: [{ couponCode: '2912345678901' }],
  displayType: 'barcode',
  startDate: null,
  expirationDate: '2026-04-15T20:59:59Z',
  isFavorite: false,
  state: 'AVAILABLE',
}
const view = (change: Partial<Coupon>) => seen({ ...coupon, ...change })

/** A coupon's text with plain spaces instead of no-break ones. */
function seen(coupon: Coupon, zone: string | null = null) {
  const entries = Object.entries(couponView(coupon, zone, now))
  return Object.fromEntries(
    entries.map(([name, value]) => [name, String(value ?? '').replaceAll('\u00a0', ' ') || null]),
  )
}

describe('a coupon', () => {
  test('that is available shows its term', () => {
    expect(couponView(coupon, null, now)).toMatchObject({
      state: 'AVAILABLE',
      expiry: 'ещё\u00a02\u00a0дня',
      isSoon: true,
      activated: null,
    })
  })

  test.each(['', ' '])('without text («%s») has the general name «Купон»', (title) => {
    expect(view({ title }).title).toBe('Купон')
  })

  test('that has not begun shows its start in the browser’s time zone', () => {
    const ahead = { ...coupon, startDate: '2026-04-14T20:00:00Z' }
    expect(seen(ahead).expiry).toBe('с 14 апреля по 15 апреля')
    expect(seen(ahead, 'Asia/Vladivostok').expiry).toBe('с 15 апреля до 06:59 16 апреля')
    expect(view({ startDate: '2026-04-13T00:00:00+03:00' }).expiry).toBe('ещё 2 дня')
  })

  test.each([
    ['2026-04-13T15:04:00Z', null, 'Активирован в\u00a018:04\u00a0(МСК)'],
    ['2026-04-12T15:04:00Z', null, 'Активирован 12\u00a0апреля в\u00a018:04\u00a0(МСК)'],
    ['2025-04-13T15:04:00Z', null, 'Активирован 13\u00a0апреля 2025 в\u00a018:04\u00a0(МСК)'],
    ['2026-04-13T15:04:00Z', 'Europe/Moscow', 'Активирован в\u00a018:04'],
    ['2026-04-13T15:04:00Z', 'Asia/Yekaterinburg', 'Активирован в\u00a020:04'],
    ['2026-04-13T15:04:00Z', 'Asia/Vladivostok', 'Активирован в\u00a001:04'],
    [undefined, null, null],
  ])('that is active since %s shows its activation in the zone %s', (activatedAt, zone, text) => {
    const active = { ...coupon, state: 'ACTIVATED', activatedAt } as const
    expect(couponView(active, zone, now).activated).toBe(text)
  })

  test('with a discount shows it with a thin space', () => {
    expect(view({ discountText: '−20%' }).discount).toBe('−20\u2009%')
  })

  test('that was used shows no days left', () => {
    expect(view({ state: 'USED' })).toMatchObject({ state: 'USED', expiry: null })
  })

  test('that is past its end has the state EXPIRED, whatever state the gateway returns', () => {
    for (const state of ['AVAILABLE', 'ACTIVATED', 'EXPIRED'] as const)
      expect(view({ state, expirationDate: '2026-04-13T15:00:00Z' })).toMatchObject({
        state: 'EXPIRED',
        expiry: 'срок истёк',
        activated: null,
      })
  })

  test('shows its last day in the browser’s time zone', () => {
    const lastDay = { ...coupon, expirationDate: '2026-04-13T23:59:59+03:00' }
    const seenIn = (zone: string | null) => seen(lastDay, zone).expiry
    expect(seenIn(null)).toBe('последний день')
    expect(seenIn('Europe/Moscow')).toBe('последний день')
    expect(seenIn('Asia/Vladivostok')).toBe('сегодня до 06:59')
    expect(seenIn('Asia/Yekaterinburg')).toBe('завтра до 01:59')
    // Midnight counts as the end of the day before.
    expect(view({ expirationDate: '2026-04-14T00:00:00+03:00' }).expiry).toBe('последний день')
  })

  test('without an end shows no end', () => {
    expect(view({ expirationDate: null }).expiry).toBeNull()
  })

  test('shows pictures of allowed origins only', () => {
    const { IMAGE_ORIGINS } = env()
    onTestFinished(() => void Object.assign(env(), { IMAGE_ORIGINS }))
    Object.assign(env(), { IMAGE_ORIGINS: ['https://img.example'] })
    const picture = (url: string) => couponView({ ...coupon, smallImageUrl: url }, null).picture
    expect(picture('https://img.example/1.svg')).toBeTruthy()
    expect(picture('https://evil.example/1.svg')).toBeNull()
    expect(picture('javascript:alert(1)')).toBeNull()
    const promoImageUrl = 'https://img.example/2.svg'
    expect(couponView({ ...coupon, promoImageUrl }, null).picture).toBe(promoImageUrl)
  })
})

test.each([
  ['2912345678901', 'barcode', 'barcode'],
  ['APR-1', 'qr', 'qr'],
  ['АПРЕЛЬ7', 'text', 'text'],
  ['X-1', 'hologram', 'text'],
  ['АПРЕЛЬ', 'barcode', 'text'],
  ['x'.repeat(5000), 'qr', 'text'],
] as const)('draws the code %.20s of the format %s as %s', (couponCode, displayType, kind) => {
  const active = { ...coupon, expirationDate: null, state: 'ACTIVATED', displayType } as const
  const { codes } = couponDetail({ ...active, items: [{ couponCode }] }, null)
  const svg = kind === 'text' ? null : expect.stringContaining('<svg')
  expect(codes).toEqual([{ kind, text: couponCode, svg }])
})

test('shows unreadable codes of an active coupon as unknown, not as needless', () => {
  const active = { ...coupon, expirationDate: null, state: 'ACTIVATED' } as const
  expect(couponDetail({ ...active, items: null }, null).codes).toBeNull()
  expect(couponDetail({ ...active, items: [] }, null).codes).toEqual([])
})

test('splits the terms of a coupon into paragraphs without blank ones', () => {
  expect(couponDetail({ ...coupon, terms: 'Раз\n \n\nДва' }, null).terms).toEqual(['Раз', 'Два'])
})
