import { expect, test, vi } from 'vitest'

import { createKeptPages } from './kept-pages.server'

const renderOnce = createKeptPages()
const made = () =>
  vi.fn(() => ({ html: 'текст', styleHash: 'sha256-style', scriptHashes: ['sha256-script'] }))
const page = (html: string) => () => ({ html, styleHash: null, scriptHashes: [] })

test('the same data are rendered twice at most, and so is what they are compressed to', () => {
  const render = made()
  const pages = Array.from({ length: 4 }, () => renderOnce(['/same', 'data'], render))
  for (const { body, styleHash, scriptHashes } of pages) {
    expect(body.toString()).toBe('текст')
    expect([styleHash, scriptHashes]).toEqual(['sha256-style', ['sha256-script']])
  }
  expect(render).toHaveBeenCalledTimes(2)
  expect(pages[0]?.encodings).not.toBe(pages[1]?.encodings)
  expect(pages[3]?.encodings).toBe(pages[1]?.encodings)
})

test.each([
  [['/one', 'data']],
  [['/other', 'data']],
  [['/one', 'other data']],
  [['/oned', 'ata']],
  [['/one', '']],
])('other data or another address, %j, are another page', (data) => {
  const first = renderOnce(data, page(data.join('|')))
  const again = renderOnce(data, page(data.join('|')))
  const third = renderOnce(data, page('not made again'))
  expect([first, again, third].map(({ body }) => body.toString())).toEqual(
    Array(3).fill(data.join('|')),
  )
})

test('a page that could not be made is not kept', () => {
  const fail = () => {
    throw new Error('broken')
  }
  for (let each = 0; each < 3; each += 1)
    expect(() => renderOnce(['/broken', ''], fail)).toThrow('broken')
  expect(renderOnce(['/broken', ''], made()).body.toString()).toBe('текст')
})

test('a page is forgotten after a minute', () => {
  let now = 1000
  const renderAt = createKeptPages(() => now)
  const render = made()
  for (let each = 0; each < 3; each += 1) renderAt(['/minute', ''], render)
  now = 62_000
  renderAt(['/minute', ''], render)
  expect(render).toHaveBeenCalledTimes(3)
})
