import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { copyTree } from '../support/copied-tree'

let tree: ReturnType<typeof copyTree>
beforeAll(async () => {
  tree = copyTree()
  // As docs/how-to/endpoint.md says.
  const page = readFileSync('docs/how-to/endpoint.md', 'utf8')
  const [, block = ''] = /```sh\n([\s\S]*?)```/.exec(page) ?? []
  for (const line of block.trim().split('\n')) {
    const [command = '', ...given] = line.split(' ')
    await tree.run(command, ...given)
  }
}, 120_000)
afterAll(() => tree.remove())

const byHand = () => tree.changed().filter((path) => !path.startsWith('docs/reference/'))

test('the skeleton of an endpoint changes the files that its page names, four at most', () => {
  expect(byHand()).toEqual([
    'app/gateways/promotions.server.ts',
    'app/gateways/shapes/promotions.server.ts',
    'sandbox/handlers/promotions.ts',
  ])
  const page = readFileSync('docs/how-to/endpoint.md', 'utf8')
  const named = [...page.matchAll(/^\| `([\w/.-]+\.ts)`/gm)].map(([, path]) => path)
  expect(named).toEqual(expect.arrayContaining(byHand()))
  expect(named.length).toBeLessThanOrEqual(4)
})

test('the skeleton of an endpoint passes types, linter, formatter and the tests of endpoints', async () => {
  await Promise.all([
    tree.run('npx', 'tsc', '--noEmit'),
    tree.run('npx', 'eslint', '--max-warnings', '0', ...byHand()),
    tree.run('npx', 'prettier', '--check', ...byHand(), 'docs/reference'),
  ])
  const vitest = (...given: string[]) => tree.run('npx', 'vitest', 'run', ...given)
  await vitest(
    'app/gateways/gateways.server.test.ts',
    'sandbox/contract.test.ts',
    'app/endpoints.test.ts',
  )
  await vitest('tests/deploy/docs.test.ts', '-t', 'the documents')
}, 300_000)

test('an endpoint without its row in the sandbox is noticed, and said which', async () => {
  const file = join(tree.folder, 'sandbox/handlers/promotions.ts')
  await tree.run('cp', join(process.cwd(), 'sandbox/handlers/promotions.ts'), file)
  await expect(tree.run('npx', 'vitest', 'run', 'sandbox/contract.test.ts')).rejects.toThrow(
    'GET /v2/user/vouchers',
  )
}, 120_000)
