import { readdirSync, readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { bindText } from './bind-text.server'

const shown = (text: string) => bindText(text).replaceAll('\u00a0', '~')

test.each([
  ['Купите на 3000 ₽ за месяц', 'Купите на~3000~₽ за~месяц'],
  ['Хлопья овсяные «Золотой колос» 400 г', 'Хлопья овсяные «Золотой колос» 400~г'],
  ['Пиво тёмное 5% 0,45 л', 'Пиво тёмное 5% 0,45~л'],
  ['г. Москва, ул. Сходненская, д. 116, корп. 2', 'г.~Москва, ул.~Сходненская, д.~116, корп.~2'],
  ['Апрель у дома «Ленина»', 'Апрель у~дома «Ленина»'],
  ['Здесь номер, а не код', 'Здесь номер, а~не~код'],
  ['Активирован 23 ноября в 17:09 (МСК)', 'Активирован 23~ноября в~17:09~(МСК)'],
  ['ещё 25 дней', 'ещё~25~дней'],
  ['с 1 мая до 06:59 2 июня', 'с~1~мая до~06:59 2~июня'],
  ['Пять пачек кофе — звёзды в подарок', 'Пять пачек кофе~— звёзды в~подарок'],
])('joins words of «%s» with no-break spaces', (text, expected) => {
  expect(shown(text)).toBe(expected)
})

test('adds no no-break space where a word only begins like a preposition or a unit', () => {
  expect(shown('8 лимонов, 5 грамот, вода и, изюм')).toBe('8 лимонов, 5 грамот, вода и, изюм')
  expect(shown('2 маяка, 3 днями')).toBe('2 маяка, 3 днями')
  expect(shown('')).toBe('')
})

// Headings wrap on every phone, and `bindText` does not process text in the source.
test('requires no-break spaces at prepositions and dashes in titles and leads of the source', () => {
  const parts = /<(?:PageHeader|Notice|Block|EmptyState)\b[^<]*/g
  const files = readdirSync('app', { recursive: true, encoding: 'utf8' })
  const texts = files
    .filter((file) => file.endsWith('.tsx'))
    .flatMap((file) => {
      const found = readFileSync(`app/${file}`, 'utf8').match(parts) ?? []
      return found.flatMap((part) =>
        [...part.matchAll(/\b(?:title|lead)="([^"]+)"/g)].map(([, text = '']) => [
          file,
          text.replaceAll('&nbsp;', '\u00a0'),
        ]),
      )
    })
  expect(texts.length).toBeGreaterThan(90)
  expect(texts.filter(([, text = '']) => bindText(text) !== text)).toEqual([])
})
