import { copyFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { OPENAPI } from '../../scripts/openapi-doc'
import { copyTree } from '../support/copied-tree'
import { getProblems } from '../support/openapi'

let tree: ReturnType<typeof copyTree>
/** Files that the skeleton changes, without generated documents. */
let byHand: string[] = []
beforeAll(async () => {
  tree = copyTree()
  // Follows docs/how-to/endpoint.md.
  const page = readFileSync('docs/how-to/endpoint.md', 'utf8')
  const [, block = ''] = /```sh\n([\s\S]*?)```/.exec(page) ?? []
  for (const line of block.trim().split('\n')) {
    const [command = '', ...given] = line.split(' ')
    await tree.run(command, ...given)
  }
  byHand = tree.commit('Add an endpoint').filter((path) => !path.startsWith('docs/reference/'))
}, 120_000)
afterAll(() => tree.remove())

test('the skeleton of an endpoint changes only files that the document on endpoints names, four at most', () => {
  expect(byHand).toEqual([
    'app/gateways/promotions.server.ts',
    'app/gateways/schemas/promotions.server.ts',
    'sandbox/handlers/promotions.ts',
    'tests/support/reads.ts',
  ])
  const page = readFileSync('docs/how-to/endpoint.md', 'utf8')
  const named = [...page.matchAll(/^\| `([\w/.-]+\.ts)`/gm)].map(([, path]) => path)
  expect(named).toEqual(expect.arrayContaining(byHand))
  expect(named.length).toBeLessThanOrEqual(4)
})

/** The tests of each endpoint by name, and the test of the sandbox's contract. */
const testIt = () =>
  tree.run(
    'npx',
    'vitest',
    'run',
    ...['-t', 'vouchers|the regular shopper is answered'],
    ...['app/gateways/gateways.server.test.ts', 'sandbox/contract.test.ts'],
  )

test('the skeleton of an endpoint passes types, linters, formatter and the tests of endpoints', async () => {
  await tree.run('npx', 'tsc', '--noEmit')
  await tree.run('npx', 'eslint', '--max-warnings', '0', ...byHand)
  await tree.run('npx', 'prettier', '--check', ...byHand)
  expect(await testIt()).toMatch(/Tests .*[5-9] passed/)
  await tree.run('npx', 'tsx', 'scripts/openapi-doc.ts')
  expect(await getProblems(readFileSync(join(tree.folder, OPENAPI), 'utf8'))).toEqual([])
}, 300_000)

test('the tests fail with the name of an endpoint that the sandbox does not implement', async () => {
  const file = 'sandbox/handlers/promotions.ts'
  copyFileSync(file, join(tree.folder, file))
  await expect(testIt()).rejects.toThrow('GET /v2/user/vouchers')
}, 120_000)
