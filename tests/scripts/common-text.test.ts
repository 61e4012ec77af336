import { expect, test } from 'vitest'

import { commonText } from '../../scripts/common-text'

const page = (name: string) =>
  `<main><h1>Ваша карта</h1><p class="a"><b>${name}</b></p><footer><a>Помощь</a></footer></main>`

test('contains the text that two pages share, and no text of a single page', () => {
  const text = commonText([[page('Мария'), page('Пётр')]])
  expect(text).toContain('<main><h1>Ваша карта</h1><p class="a">')
  expect(text).toContain('<footer><a>Помощь</a></footer></main>')
  expect(text).not.toMatch(/Мария|Пётр/)
})

test('contains a text that several kinds of pages share only once', () => {
  const once = commonText([[page('1'), page('2')]])
  expect(
    commonText([
      [page('1'), page('2')],
      [page('3'), page('4')],
    ]),
  ).toBe(once)
})

test('is empty for pages without common text and for empty pages', () => {
  expect(commonText([['<a>1</a><b>2</b>', '<i>3</i><s>4</s>']])).toBe('')
  expect(commonText([['', page('1')]])).toBe('')
  expect(commonText([])).toBe('')
})
