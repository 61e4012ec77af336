import { readdirSync, readFileSync } from 'node:fs'

import ts from 'typescript'
import { expect, test } from 'vitest'

const TEXTS_OF_OPERATORS = /(?:analytics|doctor|env|settings|contract-check|operator)/

/** Russian texts of the product's files, by file; neither comments nor names. */
const texts = ['app', 'edge']
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true }).map((path) => `${folder}/${String(path)}`),
  )
  .filter((path) => /\.tsx?$/.test(path))
  .filter((path) => !path.includes('.test.') && !TEXTS_OF_OPERATORS.test(path))
  .flatMap((path) => {
    const found: string[] = []
    const visit = (node: ts.Node): void => {
      if (ts.isStringLiteralLike(node) || ts.isJsxText(node) || ts.isTemplateLiteralToken(node))
        found.push(node.text)
      ts.forEachChild(node, visit)
    }
    visit(ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true))
    return found
      .filter((text) => /[а-яё]/i.test(text))
      .map((text) => ({ path, text: text.replace(/[\u00a0\s]+|&nbsp;/g, ' ').toLowerCase() }))
  })

// The names of currency and tabs are the brand's.
texts.push({
  path: 'brands/april/brand.json',
  text: readFileSync('brands/april/brand.json', 'utf8').toLowerCase(),
})

const rows = readFileSync('docs/words.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| ---'))
  .slice(1)
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )

const isIn = (text: string, word: string) =>
  new RegExp(`(?<![а-яё-])${word.replace(/[.?]/g, '\\$&')}(?![а-яё-])`).test(text)

test.each(rows.map(([name = '', , never = '']) => [name, never] as const))(
  'the site says «%s», and never «%s»',
  (name, never) => {
    const found = never
      .split(', ')
      .flatMap((word) =>
        texts.filter(({ text }) => isIn(text, word)).map(({ path }) => `${path}: ${word}`),
      )
    expect(found).toEqual([])
    const [first = ''] = name.split(/[:,;·]/)
    expect(texts.some(({ text }) => isIn(text, first.trim().toLowerCase()))).toBe(true)
  },
)
