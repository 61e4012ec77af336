import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { startSandbox } from '../../sandbox/server'
import { startApp } from '../support/app-process'
import { copyTree } from '../support/copied-tree'
import { applyBlock, blocksIn, filesNamedIn, type Block } from '../support/how-to-blocks'
import { createVisitor, signIn } from '../support/visitor'

const readPage = (name: string) => readFileSync(`docs/how-to/${name}.md`, 'utf8')
const aField = readPage('field')
const aForm = readPage('form')

let tree: ReturnType<typeof copyTree>
/** Files of each commit. */
let field: string[] = []
let form: string[] = []
/** The compiler's errors for a declared field without its other files. */
let asked = ''

beforeAll(async () => {
  tree = copyTree()
  const blocks = blocksIn(aField)
  const isDeclaration = ({ file }: Block) => file === 'app/domain/profile-fields.server.ts'
  for (const block of blocks.filter(isDeclaration)) applyBlock(tree.folder, block)
  asked = await tree.run('npx', 'tsc', '--noEmit').catch(String)
  for (const block of blocks) if (!isDeclaration(block)) applyBlock(tree.folder, block)
  field = tree.commit('Ask for the last name')
  for (const block of blocksIn(aForm)) applyBlock(tree.folder, block)
  form = tree.commit('Change the first name on a page of its own')
  await tree.run('npm', 'run', 'docs')
})
afterAll(() => tree.remove())

test('adding an optional field to registration, profile and export changes at most ten files', () => {
  expect(field.length).toBeLessThanOrEqual(10)
  expect(filesNamedIn(aField).sort()).toEqual(field)
})

test('the compiler reports the files that lack a newly declared field', () => {
  const incomplete = asked.matchAll(/^(\S+)\(.*TS(?:1360|2741):/gm)
  expect([...new Set(Array.from(incomplete, ([, file]) => file))]).toEqual([
    'app/gateways/schemas/identity.server.ts',
    'tests/support/forms.ts',
  ])
})

test('docs/how-to/form.md names every file that its example changes', () => {
  expect(filesNamedIn(aForm)).toEqual(expect.arrayContaining(form))
})

test('the generated documents of analytics and gateways list a newly declared field', () => {
  const read = (name: string) => readFileSync(join(tree.folder, 'docs/reference', name), 'utf8')
  const lines = read('analytics.md').split('\n')
  for (const event of ['Register:Error', 'Profile:Save', 'Field:Change'])
    expect(lines.find((line) => line.includes(`\`${event}\``))).toContain('`lastName`')
})

test('the new field and form pass the tests of all forms', async () => {
  const names =
    'last name|a first name|lastName|a browser asks|every action|looked at refused|profile/first-name'
  const printed = await tree.run(
    'npx',
    ...['vitest', 'run', '--update', '--project', 'unit', '--project', 'routes', '-t', names],
    ...['app/forms/profile-fields', 'app/routes.test.ts'],
    ...['app/sign-in/registration', 'app/profile/edit', 'app/profile/first-name'],
  )
  expect(printed).toMatch(/Test Files +\d+ passed/)
  expect(printed).toMatch(/Tests +(?:9|1\d) passed/)
})

test('the changed files pass prettier, eslint and the import rules', async () => {
  const written = [...new Set([...field, ...form])]
  await tree.run('npx', 'prettier', '--check', ...written)
  await tree.run('npx', 'eslint', '--max-warnings', '0', ...written)
  await tree.run('npx', 'depcruise', 'app', '--config', '.dependency-cruiser.mjs')
})

test('the changed files pass the type check', () => tree.run('npx', 'tsc', '--noEmit'))

test('the changed tree builds, and its screens show the field', async () => {
  await tree.run('npm', 'run', 'build')
  const server = await startSandbox({ port: 0 })
  const app = await startApp(server.url, {}, { folder: tree.folder })
  try {
    const newcomer = createVisitor(app.origin)
    await signIn(newcomer, server.sandbox, '79013000009')
    const shopper = createVisitor(app.origin)
    await signIn(shopper, server.sandbox, '79083000009')
    for (const [visitor, page] of [
      [newcomer, '/registration'],
      [shopper, '/profile/edit'],
    ] as const) {
      const html = await (await visitor.get(page)).text()
      expect(html).toMatch(/<label[^>]*>Фамилия</)
      const [input] = /<input[^>]*name="lastName"[^>]*>/.exec(html) ?? []
      expect(input).toContain('autoComplete="family-name"')
    }
  } finally {
    await app.stop()
    await server.close()
  }
})
