import { expect, test } from 'vitest'

import { scrub } from './scrub.server'

test.each([
  ['phone 79000000001 failed', 'phone … failed'],
  ['code 12345', 'code …'],
  ['token eyJhbGciOi.eyJzdWIi.sig-na', 'token …'],
  ['mail a.b+c@example.co.uk!', 'mail …!'],
  ['at https://gateway.example/x?phone=7', 'at …'],
  ['line 42 of 100', 'line 42 of 100'],
])('scrubs %j to %j', (text, clean) => {
  expect(scrub(text)).toBe(clean)
})

test.each([
  ['dots', '8.916.123.45.67'],
  ['dots (without the first digit)', '916.123.45.67'],
  ['a plus and dots', '+7.916.123.45.67'],
  ['brackets and dots', '+7 (916) 123.45.67'],
  ['underscores', '8_916_123_45_67'],
  ['non-breaking hyphens', '8\u2011916\u2011123\u201145\u201167'],
  ['brackets and non-breaking hyphens', '+7 (916) 123\u201145\u201167'],
  ['dashes', '8–916—123–45–67'],
  ['minus signs', '8\u2212916\u2212123\u221245\u221267'],
  ['thin spaces', '8\u2009916\u2009123\u200945\u200967'],
  ['invisible characters', '8\u200b9161\u200d234\u00ad567'],
  ['nothing (full width)', '\uff18\uff19\uff11\uff16\uff11\uff12\uff13\uff14\uff15\uff16\uff17'],
  ['full-width dots', '\uff18．\uff19\uff11\uff16．123．45．67'],
  ['nothing (Arabic digits)', '\u0668\u0669\u0661\u0666\u0661\u0662\u0663\u0664\u0665\u0666\u0667'],
  ['nothing (boxed digits)', [...'89161234567'].map((digit) => `${digit}\ufe0f\u20e3`).join('')],
  ['dots and one space', '8.216.123.45 67'],
  ['dots only at the end', '+7 916 1.23.45.67'],
  ['dots (after an IP address)', '192.168.100.200 8.916.123.45.67'],
  ['dots (of a card number)', '1234.5678.9012.3456'],
])('scrubs personal digits with %s between them', (_, number) => {
  expect(scrub(`for ${number}, line 42`)).toBe('for …, line 42')
})

test.each([
  'ivan.petrov@почта.рф',
  'иван.петров@почта.рф',
  'ivan\u200b.petrov@xn--80a1acny.xn--p1ai',
  'ivan.petrov＠mail．ru',
])('scrubs an e-mail address: %s', (mail) => {
  expect(scrub(`to ${mail}, line 42`)).toBe('to …, line 42')
})

test.each([
  'node 24.11.1, redis 7.2.5',
  'Chrome/132.0.6834.110 Safari/537.36',
  'YaBrowser/24.10.1.600, iOS 18_1_1.',
  'connect ECONNREFUSED 192.168.100.200:443',
  '192.168.100.200, 203.0.113.107.',
  'since 22:03:12.345',
  'since 2026_11_25_22_03_12 or 2026.11.25.22.03, until 25.11.2026',
  'items.0.price: 129.90, 1.299 of 12_345',
  'coupons.[].state, 10.0.0.7: items.0',
  'в 1 из 3 «ёлок й» — …',
])('keeps text without personal data: %s', (text) => {
  expect(scrub(text)).toBe(text)
})

test('cuts a long text without leaving part of a phone or card at its end', () => {
  for (let before = 960; before <= 1000; before++)
    for (const person of ['8.916.123.45.67', 'ivan.petrov@почта.рф']) {
      const left = scrub(`${'x'.repeat(before - 1)} ${person}`)
      expect(left.length).toBeLessThanOrEqual(1000)
      expect(left).toMatch(/^x+( …?)?$/)
    }
})
