import { appendFileSync, copyFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { OPENAPI } from '../../scripts/contract-doc'
import { copyTree } from '../support/copied-tree'
import { filesNamedIn } from '../support/how-to-blocks'
import { getProblems } from '../support/openapi'

let tree: ReturnType<typeof copyTree>
/** Files of each skeleton, without generated documents. */
const made: Record<string, string[]> = {}
const readPage = (name: string) => readFileSync(`docs/how-to/${name}.md`, 'utf8')

/** Runs the commands of a page, all but `npm run docs`. */
async function follow(page: string) {
  const [, block = ''] = /```sh\n([\s\S]*?)```/.exec(readPage(page)) ?? []
  for (const line of block.trim().split('\n')) {
    const [command = '', ...given] = line.split(' ')
    if (line !== 'npm run docs') await tree.run(command, ...given)
  }
  made[page] = tree.commit(`Follow the page ${page}`)
}

beforeAll(async () => {
  tree = copyTree()
  await follow('endpoint')
  await follow('list-form')
  await tree.run('npm', 'run', 'new', '--', 'form', 'profile/nickname')
  await tree.run('npm', 'run', 'new', '--', 'screen', 'badges/my-badges')
  made.others = tree.commit('Add a form and a screen')
})
afterAll(() => tree.remove())

test('the skeleton of a read changes four files, and that of a write in a list eleven, all named by their pages', () => {
  expect(made.endpoint).toHaveLength(4)
  expect(filesNamedIn(readPage('endpoint'))).toEqual(expect.arrayContaining(made.endpoint!))
  expect(made['list-form']).toHaveLength(10)
  const named = filesNamedIn(readPage('list-form'))
  expect(named).toEqual(expect.arrayContaining(made['list-form']!))
  // With the list, an event, a journey and the change log.
  expect(named.length).toBeLessThanOrEqual(14)
})

test('a screen, a form, a form in a list and endpoints of two methods pass types, linters and formatter', async () => {
  const changed = 'app/domain/mask.test.ts'
  appendFileSync(join(tree.folder, changed), '// A remark.\n')
  const printed = await tree.run('npm', 'run', '--silent', 'test:quick')
  for (const step of ['types', 'eslint', 'words', 'tests of what changed'])
    expect(printed).toMatch(new RegExp(`— ${step}: \\d+ passed, 0 failed`))
  await tree.run('npm', 'run', 'format')
  expect(await tree.run('git', 'diff', '--name-only')).toBe(`${changed}\n`)
  await tree.run('npx', 'depcruise', 'app', '--config', '.dependency-cruiser.mjs')
})

const NEW =
  'vouchers|noteOffer|/note|nickname|my-badges|note.action|every form|a shopper sees|a first name'
/** The tests of each skeleton, and those of all forms, addresses and endpoints. */
const testThem = (names = NEW) =>
  tree.run(
    'npx',
    ...['vitest', 'run', '--update', '--project', 'unit', '--project', 'routes', '-t', names],
    ...['app/gateways/gateways.server.test.ts', 'sandbox/contract.test.ts', 'app/routes.test.ts'],
    ...['app/offers/note', 'app/profile/nickname', 'app/badges'],
  )

test('a screen, a form, a form in a list and endpoints of two methods pass the tests of all of their kind', async () => {
  expect(await testThem()).toMatch(/Tests +[23]\d passed/)
  await tree.run('npx', 'tsx', 'scripts/contract-doc.ts')
  expect(await getProblems(readFileSync(join(tree.folder, OPENAPI), 'utf8'))).toEqual([])
})

test('the tests fail with the name of an endpoint that the sandbox does not implement', async () => {
  const file = 'sandbox/handlers/promotions.ts'
  copyFileSync(file, join(tree.folder, file))
  await expect(testThem('the regular shopper is answered|vouchers')).rejects.toThrow(
    'GET /v2/user/vouchers',
  )
})
