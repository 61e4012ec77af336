import { expect, test, vi } from 'vitest'

import { listDroppedMarkup, renderMarkdown, fillPlaceholders } from './markdown.server'

test('keeps struck-out text and raised and lowered signs', () => {
  const { html } = renderMarkdown('# T\n\n~~100 ₽~~ 50 ₽, 20 м<sup>2</sup>, H<sub>2</sub>O')
  expect(html).toMatch(/<del>100.₽<\/del> 50.₽, 20.м<sup>2<\/sup>, H<sub>2<\/sub>O/)
})

test('names the markup that a page leaves out, and none of our own texts', () => {
  expect(
    listDroppedMarkup('# T\n\n<h1>x</h1> ~~y~~ <u>z</u> <b style="x">w</b>\n\n![a](/b.png)'),
  ).toEqual(['<u>', '<b style>', '<img>'])
  const own = import.meta.glob<string>('../../content/*.md', {
    query: '?raw',
    eager: true,
    import: 'default',
  })
  expect(Object.values(own).flatMap(listDroppedMarkup)).toEqual([])
})

test('uses the first heading as title, and gives others anchors and a table of contents', () => {
  const text = renderMarkdown(
    '# О карте\n\nПервый *абзац*.\n\n## Как потратить звёзды?\n\nТак.\n\n### Подробно\n\n## Вопросы\n\n## Вопросы',
  )
  expect(text.title).toBe('О карте')
  expect(text.description).toBe('Первый абзац.')
  expect(text.headings).toEqual([
    { id: 'kak-potratit-zvyozdy', text: 'Как потратить звёзды?' },
    { id: 'voprosy', text: 'Вопросы' },
    { id: 'voprosy-2', text: 'Вопросы' },
  ])
  expect(text.html).toContain('<h2 id="kak-potratit-zvyozdy">Как потратить звёзды?</h2>')
  expect(text.html).not.toContain('О карте')
})

test.each([
  ['<script>alert(1)</script>', 'alert'],
  ['<img src=x onerror=alert(1)>', 'onerror'],
  ['[x](javascript:alert(1))', 'javascript'],
  ['<a href="//evil.example">x</a>', 'evil'],
  ['<p style="position:fixed" onclick="x()">x</p>', 'style'],
  ['<iframe src="https://evil.example"></iframe>', 'iframe'],
  ['| <b>"x"</b> onclick=a |\n| --- |\n| d |', 'label="<b>'],
  ['<form action="/consent"><button>x</button></form>', 'form'],
])('removes the unsafe %j', (text, forbidden) => {
  expect(renderMarkdown(`# T\n\n${text}`).html).not.toContain(forbidden)
})

test('keeps links, lists and tables', () => {
  const { html } = renderMarkdown('[a](tel:+78000000000) [b](/terms)\n\n| c |\n| --- |\n| d |')
  expect(html).toContain('<a href="tel:+78000000000">a</a> <a href="/terms">b</a>')
  expect(html).toContain('<th scope="col">c</th>')
  expect(html).toContain('<td data-label="c">d</td>')
})

test('turns a second first-level heading into a section', () => {
  expect(renderMarkdown('# A\n\n# B').html).toBe('<h2 id="b">B</h2>\n')
})

test('fills placeholders and reports unknown ones', () => {
  const onUnknown = vi.fn()
  const values = { brand: 'Апрель' }
  expect(fillPlaceholders('«{{brand}}» {{ brand }} {{toString}}.', values, onUnknown)).toBe(
    '«Апрель» Апрель .',
  )
  expect(onUnknown).toHaveBeenCalledExactlyOnceWith('toString')
})

test('transliterates a Russian heading to Latin letters in its anchor', () => {
  const { headings } = renderMarkdown('# T\n\n## 3. Съешь ещё этих мягких булок — щавель, ёж')
  expect(headings[0]?.id).toBe('3-sesh-eshchyo-etikh-myagkikh-bulok-shchavel-yozh')
})

test('binds short prepositions and dashes with no-break spaces', () => {
  const { html, description } = renderMarkdown(
    '# T\n\nЗвёзды — *это скидка в 10 ₽* [на чек](/terms)',
  )
  expect(html).toBe(
    '<p>Звёзды\u00a0— <em>это скидка в\u00a010\u00a0₽</em> <a href="/terms">на\u00a0чек</a></p>\n',
  )
  expect(description).toBe('Звёзды — это скидка в 10 ₽ на чек')
})
