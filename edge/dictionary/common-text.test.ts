import { expect, test } from 'vitest'

import { commonText } from './common-text'

const page = (name: string) =>
  `<main><h1>Ваша карта</h1><p class="a"><b>${name}</b></p><footer><a>Помощь</a></footer></main>`

test('the dictionary has what two pages share, and nothing that only one of them has', () => {
  const text = commonText([[page('Мария'), page('Пётр')]])
  expect(text).toContain('<main><h1>Ваша карта</h1><p class="a">')
  expect(text).toContain('<footer><a>Помощь</a></footer></main>')
  expect(text).not.toMatch(/Мария|Пётр/)
})

test('what several kinds of pages have in common stands in it once', () => {
  const once = commonText([[page('1'), page('2')]])
  expect(
    commonText([
      [page('1'), page('2')],
      [page('3'), page('4')],
    ]),
  ).toBe(once)
})

test('pages with nothing in common, and empty ones, leave nothing', () => {
  expect(commonText([['<a>1</a><b>2</b>', '<i>3</i><s>4</s>']])).toBe('')
  expect(commonText([['', page('1')]])).toBe('')
  expect(commonText([])).toBe('')
})
