import { expect, test } from 'vitest'

import { bindWords } from './bind-words.server'

const shown = (text: string) => bindWords(text).replaceAll('\u00a0', '~')

test.each([
  ['Купите на 3000 ₽ за месяц', 'Купите на~3000~₽ за~месяц'],
  ['Хлопья овсяные «Золотой колос» 400 г', 'Хлопья овсяные «Золотой колос» 400~г'],
  ['Пиво тёмное 5% 0,45 л', 'Пиво тёмное 5% 0,45~л'],
  ['г. Москва, ул. Сходненская, д. 116, корп. 2', 'г.~Москва, ул.~Сходненская, д.~116, корп.~2'],
  ['Апрель у дома «Ленина»', 'Апрель у~дома «Ленина»'],
  ['Пять пачек кофе — звёзды в подарок', 'Пять пачек кофе~— звёзды в~подарок'],
])('«%s» keeps together what belongs together', (text, expected) => {
  expect(shown(text)).toBe(expected)
})

test('words that only begin alike are left alone', () => {
  expect(shown('8 лимонов, 5 грамот, вода и, изюм')).toBe('8 лимонов, 5 грамот, вода и, изюм')
  expect(shown('')).toBe('')
})
