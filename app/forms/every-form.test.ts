import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { expect, test } from 'vitest'

import type { RouteConfigEntry } from '@remix-run/route-config'

import routes from '../routes'

const app = join(import.meta.dirname, '..')
const sources = new Map(
  readdirSync(app, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
    .map((path) => [path, readFileSync(join(app, path), 'utf8')]),
)
const flat = (entries: RouteConfigEntry[]): string[] =>
  entries.flatMap(({ file, children }) => [file, ...flat(children ?? [])])
const actions = [...new Set(flat(routes))].filter((file) =>
  /^export (?:async )?(?:const|function) action\b/m.test(sources.get(file) ?? ''),
)

/** What a script, a browser or a server posts as JSON is no form. */
const withoutForms = [
  'analytics/events.resource.ts',
  'framework/reload.resource.ts',
  'platform/csp-reports.resource.ts',
  'platform/errors.resource.ts',
  'push/messages.resource.ts',
]

/** Files of the same folder that a file imports. */
function ownImports(file: string): string[] {
  const found = (sources.get(file) ?? '').matchAll(/from '\.\/([\w.-]+)'/g)
  return [...found].flatMap(([, name = '']) => {
    const path = join(dirname(file), name)
    return ['.ts', '.tsx'].map((end) => path + end).filter((each) => sources.has(each))
  })
}

const declares = /\b(?:defineForm|defineAction|defineListForm|readForm)[<(]/

test('every action of a route reads its form by conform', () => {
  const others = actions.filter(
    (file) => ![file, ...ownImports(file)].some((each) => declares.test(sources.get(each) ?? '')),
  )
  expect(actions.length).toBeGreaterThan(30)
  expect(others.sort()).toEqual(withoutForms)
})

test('no file reads the body of a post but the forms’ reader and those for JSON', () => {
  const readers = [...sources]
    .filter(([, source]) => /\brequest\.(?:text|json|formData|arrayBuffer|blob)\(/.test(source))
    .map(([path]) => path)
  const json = withoutForms.filter((path) => readers.includes(path))
  expect(readers.sort()).toEqual([...json, 'forms/form.server.ts'].sort())
  expect(sources.get('forms/form.server.ts')).toContain('parseWithZod(fields, {')
})

test('every posted form with fields of its own is conform’s on its screen', () => {
  const field = /<(?:TextField|TextArea|Checkbox|DateField|ProfileFields|Question|ConsentSwitch)\b/
  const found = [...sources].filter(
    ([, source]) => /<Form\s[^>]*method="post"/.test(source) && field.test(source),
  )
  expect(found.length).toBeGreaterThanOrEqual(9)
  for (const [path, source] of found) expect(source, path).toMatch(/<Form\s+\{\.\.\.formProps\}/)
})
