import { expect, test, vi } from 'vitest'

import { createKeptPages } from './kept-pages.server'

const renderOnce = createKeptPages()
const made = () =>
  vi.fn((nonce: string) => ({
    html: `<script nonce="${nonce}">1</script>текст<script nonce="${nonce}">2</script>`,
    styleHash: 'sha256-h',
  }))
const wanted = (nonce: string) =>
  `<script nonce="${nonce}">1</script>текст<script nonce="${nonce}">2</script>`

test('the same data are rendered twice at most, and each page has its own nonce', () => {
  const render = made()
  const texts = ['a', 'b', 'c', 'd'].map((nonce) => {
    const { body, styleHash } = renderOnce(['/same', 'data'], nonce, render)
    expect(styleHash).toBe('sha256-h')
    return body.toString()
  })
  expect(texts).toEqual(['a', 'b', 'c', 'd'].map(wanted))
  expect(render).toHaveBeenCalledTimes(2)
})

test.each([
  [['/one', 'data']],
  [['/other', 'data']],
  [['/one', 'other data']],
  [['/oned', 'ata']],
  [['/one', '']],
])('other data or another address, %j, are another page', (data) => {
  const first = renderOnce(data, 'n', () => ({ html: `${data.join('|')}`, styleHash: null }))
  const again = renderOnce(data, 'n', () => ({ html: `${data.join('|')}`, styleHash: null }))
  const third = renderOnce(data, 'n', () => ({ html: 'not made again', styleHash: null }))
  expect([first, again, third].map(({ body }) => body.toString())).toEqual(
    Array(3).fill(data.join('|')),
  )
})

test('a page that could not be made is not kept', () => {
  const fail = () => {
    throw new Error('broken')
  }
  for (let each = 0; each < 3; each += 1)
    expect(() => renderOnce(['/broken', ''], 'n', fail)).toThrow('broken')
  expect(renderOnce(['/broken', ''], 'n', made()).body.toString()).toBe(wanted('n'))
})

test('a page is forgotten after a minute', () => {
  let now = 1000
  const renderAt = createKeptPages(() => now)
  const render = made()
  for (let each = 0; each < 3; each += 1) renderAt(['/minute', ''], 'n', render)
  now = 62_000
  renderAt(['/minute', ''], 'n', render)
  expect(render).toHaveBeenCalledTimes(3)
})
