import { describe, expect, test } from 'vitest'

import type { CardRecord } from '~/card/card-record'
import { drawnCode128, qrSvg } from '~/domain/drawn-codes.server'

import { storedCardPage } from './stored-card-page'
import { offlinePage } from './made-page'

const svg = qrSvg('H1234567890123456T123456')
const record: CardRecord = {
  owner: 'a',
  svg,
  number: '1234567890123456',
  barcode: drawnCode128('1234567890123456'),
  fetchedAt: new Date(2026, 10, 20, 14, 32).toISOString(),
  balance: 1250,
  balanceAt: new Date(2026, 10, 20, 14, 30).toISOString(),
  coupons: [
    {
      title: 'Хлеб <b>',
      discount: '−20 % <i>',
      code: '29<1',
      until: new Date(2026, 10, 30, 23, 59, 59).toISOString(),
    },
    { title: 'Без срока', code: null, until: null },
    { title: 'Вчерашний', code: null, until: new Date(2026, 10, 19).toISOString() },
  ],
  keptDays: 14,
  isInDoubt: false,
}

describe('the stored card', () => {
  const now = new Date(2026, 10, 20, 18, 0)
  const draw = (
    change: Partial<CardRecord> = {},
    options: Partial<Parameters<typeof storedCardPage>[1]> = {},
  ) =>
    storedCardPage(
      { ...record, ...change },
      { why: 'network', isTill: false, nonce: 'n', script: 'start()', now, ...options },
    )
  const page = draw()

  test('5.5: has both codes, their time, the number in fours, the points and coupons with codes', () => {
    expect(page).toContain(svg)
    expect(page).toContain(record.barcode)
    expect(page).toContain('>в 14:32</time>')
    expect(page).toContain('1234 5678 9012 3456')
    expect(page).toContain('<b>1\u2009250</b> звёзд')
    expect(page).toContain('<span class="spoken">1250 звёзд</span>')
    expect(page).toContain('>в 14:30</time>')
    expect(page).toContain('<b>−20 % &#60;i&#62;</b> Хлеб &#60;b&#62;')
    expect(page).toContain('<summary>Код купона</summary><p class="code">29&#60;1</p>')
    expect(page).toContain('до 30 ноября')
    expect(page).toContain('Без срока')
    expect(page).not.toContain('Вчерашний')
  })

  test('shows the last day of a coupon in the phone’s time zone, with the time if it ends early', () => {
    const endings = (...until: Date[]) =>
      draw({
        coupons: until.map((end) => ({ title: 'x', code: null, until: end.toISOString() })),
      }).match(/(?<="when">)до [^<]+/g)
    expect(
      endings(new Date(2026, 10, 24), new Date(2026, 10, 24, 6, 59, 59), new Date(2026, 11, 1, 12)),
    ).toEqual(['до 23 ноября', 'до 06:59 24 ноября', 'до 12:00 1 декабря'])
  })

  test('shows the start of a future coupon until it has begun', () => {
    const coupon = {
      title: 'x',
      code: null,
      until: new Date(2026, 10, 30).toISOString(),
      from: new Date(2026, 10, 25).toISOString(),
    }
    const textOn = (day: number) =>
      draw({ coupons: [coupon] }, { now: new Date(2026, 10, day, 12) }).match(
        /(?<="when">)(?:с \d|до)[^<]+/g,
      )
    expect(textOn(20)).toEqual(['с 25 ноября до 29 ноября'])
    expect(textOn(26)).toEqual(['до 29 ноября'])
  })

  test('has logo and tabs, and the till as its main button', () => {
    expect(page).toContain('<header><a href="/today">')
    expect(page).toContain('<nav aria-label="Основное меню">')
    expect(page).toContain('<a href="/qr" aria-current="page">')
    expect(page.match(/class="button" href="[^"]*"/g)).toEqual(['class="button" href="/qr/till"'])
    expect(draw({}, { isTill: true })).not.toMatch(/<nav|<header/)
  })

  test('shows the day of an older code', () => {
    const later = new Date(2026, 10, 21, 9, 0)
    expect(draw({}, { now: later })).toContain('20 ноября в 14:32')
  })

  test('shows the year of old codes and of coupons that end in another year', () => {
    const coupon = { title: 'x', code: null, until: new Date(2029, 2, 1, 12).toISOString() }
    const html = draw({ coupons: [coupon] }, { now: new Date(2027, 10, 20, 15, 0) })
    expect(html).toContain('>20 ноября 2026 в 14:32</time>')
    expect(html).toContain('>20 ноября 2026 в 14:30</time>')
    expect(html).toContain('до 12:00 1 марта 2029')
  })

  test('omits points, coupons and the QR code that the record lacks, and asks to read out the number', () => {
    const number = draw({ balance: null, coupons: null, svg: null }, { why: 'signIn' })
    expect(number).not.toMatch(/звёзд|купоны|QR-код/)
    expect(number).toContain('Назовите номер кассиру')
    expect(number).toContain('Номер сохранён')
  })

  test.each([
    ['network', 'Сеть не отвечает', 'href=""'],
    ['server', 'Сайт отвечает с ошибкой', 'href=""'],
    ['busy', 'слишком много посетителей', 'href=""'],
    ['code', 'Новый код не загрузился', 'href=""'],
    ['signIn', 'Войдите снова, чтобы обновить код', 'href="/login?returnTo=/qr"'],
    ['profile', 'Заполните профиль', 'href="/profile/incomplete?returnTo=/qr"'],
  ] as const)('explains why it is shown and what helps: %s', (why, text, link) => {
    const shown = draw({}, { why })
    expect(shown).toContain(text)
    expect(shown).toContain(link)
    expect(shown.includes('Это не моя карта')).toBe(why === 'signIn')
    expect(shown.includes(' data-renews>')).toBe(why !== 'signIn' && why !== 'profile')
  })

  test('shows both codes without points and coupons at the till on white', () => {
    const till = draw({}, { isTill: true })
    expect(till).toContain(svg)
    expect(till).toContain(record.barcode)
    expect(till).toContain('<html lang="ru" class="till">')
    expect(till).not.toMatch(/купоны|звёзд</)
  })

  test('runs only its own script and style with its nonce', () => {
    expect(page).not.toMatch(/<script(?! nonce="n")|style="| onclick=/)
    expect(page).toContain('<style nonce="n">')
    expect(page).toContain('<script nonce="n">start()</script>')
  })
})

test('links the card on the offline page only when one is stored', () => {
  expect(offlinePage(true, 'n')).toContain('class="button" href="/qr"')
  expect(offlinePage(false, 'n')).not.toContain('class="button"')
})
