import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import ts from 'typescript'
import { expect, test } from 'vitest'

/** Of a brand: its name and its currency's. */
const ofBrand = /зв[её]зд|Апрель/i
/** Marks out of five are stars, and a month is a month, whatever the brand. */
const others = /^(?:Поставьте оценку: от одной до пяти звёзд|апрель)$/

/** What the code of a file says: its literals and the text between its tags, without comments. */
function textsOf(file: string): string[] {
  const texts: string[] = []
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
  const visit = (node: ts.Node) => {
    if (ts.isStringLiteral(node) || ts.isJsxText(node)) texts.push(node.text)
    else if (ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node))
      texts.push(node.text)
    else if (ts.isNoSubstitutionTemplateLiteral(node)) texts.push(node.text)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return texts
}

/** The files with code of a folder and all below it, but for tests. */
function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => join(folder, file))
}

test('no text of the code names a brand or its currency: they come from the pack', () => {
  const files = ['app', 'edge'].flatMap(sourcesIn)
  const found = files.flatMap((file) =>
    textsOf(file)
      .filter((text) => ofBrand.test(text) && !others.test(text.trim()))
      .map((text) => `${file}: ${text.trim()}`),
  )
  expect(found).toEqual([])
  expect(textsOf('app/lib/consents.ts').length).toBeGreaterThan(20)
})

test('coupons are activated and one takes part in offers: nothing of theirs is switched on', () => {
  const files = ['coupons', 'offers', 'my-data', 'today', 'deadlines'].flatMap((room) =>
    sourcesIn(join('app', room)),
  )
  files.push(...sourcesIn('app/forms').filter((file) => file.includes('list-form')))
  expect(files.length).toBeGreaterThan(30)
  const found = files.flatMap((file) =>
    textsOf(file)
      .filter((text) => /(?<!вы)включ(?!ая|ительно)/i.test(text))
      .map((text) => `${file}: ${text.trim()}`),
  )
  expect(found).toEqual([])
})

test('no document names them either', () => {
  for (const file of readdirSync('content'))
    expect(readFileSync(`content/${file}`, 'utf8'), file).not.toMatch(ofBrand)
})
