import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import ts from 'typescript'
import { expect, test } from 'vitest'

/** Names of our brand and its currency. */
const ofBrand = /зв[её]зд|Апрель/i
/** Ratings are also called stars, and April is also a month. */
const others = /^(?:Поставьте оценку: от одной до пяти звёзд|апрель)$/

/** The literals and JSX text of a file, without comments. */
function getTexts(file: string): string[] {
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

/** All source files below a folder, except tests. */
function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => join(folder, file))
}

test('takes brand names and currency names from the pack, never from code', () => {
  const files = ['app', 'edge'].flatMap(sourcesIn)
  const found = files.flatMap((file) =>
    getTexts(file)
      .filter((text) => ofBrand.test(text) && !others.test(text.trim()))
      .map((text) => `${file}: ${text.trim()}`),
  )
  expect(found).toEqual([])
  expect(getTexts('app/domain/consents.ts').length).toBeGreaterThan(20)
})

test('uses no form of «включить» in texts about coupons and offers', () => {
  const files = ['coupons', 'offers', 'my-data', 'today', 'deadlines'].flatMap((room) =>
    sourcesIn(join('app', room)),
  )
  files.push(...sourcesIn('app/forms').filter((file) => file.includes('list-form')))
  expect(files.length).toBeGreaterThan(30)
  const found = files.flatMap((file) =>
    getTexts(file)
      .filter((text) => /(?<!вы)включ(?!ая|ительно)/i.test(text))
      .map((text) => `${file}: ${text.trim()}`),
  )
  expect(found).toEqual([])
})

test('has no brand name in any document of the folder content', () => {
  for (const file of readdirSync('content'))
    expect(readFileSync(`content/${file}`, 'utf8'), file).not.toMatch(ofBrand)
})
