import { expect, test } from 'vitest'

import { leanSheet, namesIn } from '../app/framework/lean-styles.server'
import { takeToPieces } from './style-pieces.mjs'

const page = `<!DOCTYPE html><html lang="ru"><body><main id='main' class="frame wide">
  <h1 class=title>Слова</h1><Ul class="list"><li><a href="/list?a=b">x</a></li></Ul>
  <svg><clipPath id="a.b"/></svg><table><td>1</td></table><details><summary>?</summary></details></main>`
const lean = (css: string, html = page) => leanSheet(takeToPieces(css), namesIn(html))

test.each([
  // Elements, classes, ids, and what stands in their places by itself.
  '*',
  ':root',
  ':root:not([data-theme=light])',
  '.frame',
  '.frame.wide>#main',
  'main#main.wide .title',
  'UL.list>LI+li~li',
  '.title',
  'html body table tbody tr td',
  'clippath',
  // States, attributes and drawn parts come and go without a script.
  'a:hover',
  'details[open]>summary',
  '[data-late]',
  'summary::-webkit-details-marker',
  '.title:before',
  '::view-transition',
  // What must not be there is not needed.
  '.title:not(.absent)',
  'li:not(.absent,#gone):not(em)',
  'main:has(.absent)',
  'li:nth-child(2 of .absent)',
  // One of several is enough, however deep.
  '.absent,.title',
  ':is(.absent,.frame .title)',
  ':where(em,:is(h1,.absent))',
  ':where(em,[type])',
  ':is()',
  // Names that a page may write in another way.
  '.a\\&b',
  '.a\\"b',
  '#a\\.b',
  'x\\.y',
  'svg|a',
])('a page keeps what may match in it: %s', (selector) => {
  const css = `${selector}{color:red}`
  expect(lean(css)).toBe(css)
})

test.each([
  '.absent',
  '.Title',
  '#gone',
  'em',
  'custom-element',
  '.frame .absent',
  '.absent>.frame',
  '.absent .frame',
  '.frame.absent',
  '.absent:hover',
  '.absent:not(.title)',
  '.absent:has(.title)',
  '.absent::before',
  '.absent[open]',
  'em.title',
  '.absent,#gone,em',
  ':is(.absent,em) .title',
  ':where(.absent .title,#gone)',
  '.title:WHERE(em)',
  ':not(.title).absent',
  '.\\61 bsent',
])('a page leaves out what cannot match in it: %s', (selector) => {
  expect(lean(`${selector}{color:red}`)).toBe('')
})

test('conditions stay around what is kept, and go with all that they held', () => {
  const css = '@media(max-width:9em){.title{x:y}.absent{x:y}}@media print{.absent{x:y}}'
  expect(lean(css)).toBe('@media(max-width:9em){.title{x:y}}')
  expect(lean('@supports (x:y){@container (width>9em){.absent{x:y}a{x:y}}}')).toBe(
    '@supports (x:y){@container (width>9em){a{x:y}}}',
  )
})

test('fonts, animations, layers and rules within kept rules stay as they are', () => {
  for (const css of [
    '@import"a.css";@layer a,b;.title{x:y}',
    '@font-face{font-family:F;src:url(f)}@keyframes absent{0%{x:y}to{x:z}}@property --a{syntax:"*"}',
    '@layer a{.absent{x:y}}@scope (.absent){a{x:y}}@page{margin:0}',
    '.title{x:y;&.absent{x:y}.absent &{x:y}@media print{x:z}}',
    '.title{background:url("data:image/svg+xml,%3csvg class=\'absent\'{;}%3e")}',
  ])
    expect(lean(css)).toBe(css)
})

test('whatever holds all names gets the whole sheet', () => {
  const css =
    '.a{x:y}.b>.c,#d{--e: 1;x:y}@media screen and (x:y){em,.f{x:y}@media print{.g{x:y!important}}}.h{}'
  expect(leanSheet(takeToPieces(css), { has: () => true } as unknown as Set<string>)).toBe(css)
})

test('no quote or bracket in a text hides a class behind it', () => {
  const html = `<p title='class="'>class=" 2 > 1 ' <b class="shown">x</b><i/class=other>`
  for (const name of ['.shown', '.other', 'b', 'i', 'p'])
    expect(lean(`${name}{x:y}`, html)).not.toBe('')
})
