import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

const app = join(import.meta.dirname, '..')
const sources = new Map(
  readdirSync(app, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
    .map((path) => [path, readFileSync(join(app, path), 'utf8')]),
)
/** What a script, a browser or a server posts as JSON is no form. */
const readersOfJson = [
  'analytics/events.resource.ts',
  'platform/csp-reports.resource.ts',
  'platform/errors.resource.ts',
  'push/messages.resource.ts',
]

test('no file reads the body of a post but the forms’ reader and those for JSON', () => {
  const readers = [...sources]
    .filter(([, source]) => /\brequest\.(?:text|json|formData|arrayBuffer|blob)\(/.test(source))
    .map(([path]) => path)
  expect(readers.filter((path) => !readersOfJson.includes(path))).toEqual(['forms/form.server.ts'])
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
