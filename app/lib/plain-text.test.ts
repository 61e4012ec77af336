import { describe, expect, test } from 'vitest'

import { getCpuTime } from '../../tests/support/cpu-time'
import { plainDigits, plainText, seenText } from './plain-text'

describe('normalising text', () => {
  test.each([
    ['a decomposed «й»', 'и\u0306огурт', 'йогурт'],
    ['a decomposed «ё»', 'е\u0308лка', 'ёлка'],
    ['an invisible character inside a decomposed letter', 'и\u200b\u0306огурт', 'йогурт'],
    ['soft hyphens', 'мо\u00adло\u00adко', 'молоко'],
    ['invisible characters of chat programs', '\ufeffмо\u200bло\u2060ко\u200e', 'молоко'],
    ['marks of text direction', '\u202aмолоко\u202c \u2066и\u2069 \u061cхлеб', 'молоко и хлеб'],
    ['invisible fillers', 'моло\u3164ко\u034f', 'молоко'],
    ['spaces of every kind', 'a\u00a0b\u2009c\u202fd\u3000e\tf\u2028g', 'a b c d e f g'],
    [
      'dashes of every kind',
      'Анна\u2011Мария \u2013 2\u22121 \u2014 \u2010',
      'Анна-Мария - 2-1 - -',
    ],
    ['control characters', 'a\u0000b\u0007c', 'a b c'],
    ['line breaks', 'раз\r\nдва\nтри', 'раз\r\nдва\nтри'],
    ['joined emoji', '👩\u200d👧 ❤\ufe0f\u200d🔥', '👩\u200d👧 ❤\ufe0f\u200d🔥'],
    ['emoji with a skin tone', '👩🏽\u200d🚀', '👩🏽\u200d🚀'],
    ['joiners outside of emoji', 'мо\u200dло\u200cко', 'молоко'],
  ])('gives the intended text for %s, and does not change it again', (_, typed, meant) => {
    expect(plainText(typed)).toBe(meant)
    expect(plainText(meant)).toBe(meant)
  })
})

test.each([
  '１２３４５',
  '١٢٣٤٥',
  '۱۲۳۴۵',
  '१२३४५',
  '𝟏𝟐𝟑𝟒𝟓',
  '𝟷𝟸𝟹𝟺𝟻',
  '①②③④⑤',
  '1️⃣2️⃣3️⃣4️⃣5️⃣',
  '12345',
])('reads digits of any script: %s', (typed) => {
  expect(plainDigits(typed)).toBe('12345')
})

test('takes time in proportion to the length for any input', () => {
  const posted = ['\u0301', '\u0316\u0301', '\u200d', '👩\u200d', '\u00a0', 'и\u0306', '9'].map(
    (text) => text.repeat(64_000 / text.length),
  )
  expect(getCpuTime(() => posted.forEach(plainText))).toBeLessThan(150)
  expect(getCpuTime(() => posted.forEach(plainDigits))).toBeLessThan(300)
})

test.each([
  ['direction marks', 'Скидка \u202e%05\u202c на сыр', 'Скидка %05 на сыр'],
  ['soft hyphens', 'Сыр рос\u00adсий\u00adский', 'Сыр российский'],
  ['control characters', 'раз\u0000два', 'раз два'],
  ['typographic spaces and dashes', 'до\u00a0—\u202f5\u2009%', 'до\u00a0—\u202f5\u2009%'],
  ['line breaks and emoji', 'раз\n👩\u200d👧', 'раз\n👩\u200d👧'],
])('cleans a text of a gateway with %s', (_, received, shown) => {
  expect(seenText(received)).toBe(shown)
})
