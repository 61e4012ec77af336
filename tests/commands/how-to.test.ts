import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { copyTree } from '../support/copied-tree'
import { applyBlock, blocksIn } from '../support/how-to-blocks'

const NEW_FEATURE = 'badges/my-badges'
const PAGE = 'offers/started'

let tree: ReturnType<typeof copyTree>
const run = (program: string, ...args: string[]) => tree.run('npx', program, ...args)

const howTo = readFileSync('docs/how-to/page.md', 'utf8')
const [aPage = '', aButton = ''] = howTo.split('\n## A button\n')
/** Files of each commit. */
let skeleton: string[] = []
let page: string[] = []
let button: string[] = []

beforeAll(async () => {
  tree = copyTree()
  await run('tsx', 'scripts/new.ts', 'screen', NEW_FEATURE)
  skeleton = tree.commit('Add the skeleton of a page in a new feature')
  await run('tsx', 'scripts/new.ts', 'screen', PAGE)
  for (const block of blocksIn(aPage)) applyBlock(tree.folder, block)
  page = tree.commit('Add a page with a list')
  for (const block of blocksIn(aButton)) applyBlock(tree.folder, block)
  button = tree.commit('Add the button of the page')
})
afterAll(() => tree.remove())

test('adding a page with a list and a button changes at most 12 files, and the button alone five', () => {
  expect(new Set([...page, ...button]).size).toBeLessThanOrEqual(12)
  expect(button.length).toBeLessThanOrEqual(5)
})

const SLOW_MS = 240_000

test(
  'the generated skeleton and the example page pass the tests of all routes',
  { timeout: SLOW_MS },
  async () => {
    const names = `${NEW_FEATURE}|${PAGE}|offers/card-first|lists the|opens the card|a shopper sees`
    const files = ['app/routes.test.ts', 'app/offers/started', 'app/badges']
    const output = await run(
      'vitest',
      'run',
      '--update',
      '--project',
      'routes',
      ...files,
      '-t',
      names,
    )
    expect(output).toMatch(/Tests +1\d passed/)
  },
)

test('the new files pass prettier, eslint and the import rules', { timeout: SLOW_MS }, async () => {
  const written = [...new Set([...skeleton, ...page, ...button])]
  await run('prettier', '--check', ...written)
  await run('eslint', '--max-warnings', '0', ...written)
  await run('depcruise', 'app', '--config', '.dependency-cruiser.mjs')
})

test(
  'the new files compile, and a route that app/screens.server.ts does not list fails to compile',
  { timeout: SLOW_MS },
  async () => {
    applyBlock(tree.folder, {
      file: 'app/routes.ts',
      isDiff: true,
      text: `+  route('qr/forgotten', 'card/forgotten.screen.tsx'),
   route('qr/till', 'card/till.screen.tsx'),`,
    })
    const written = [...skeleton, ...page, ...button].filter((file) => /\.tsx?$/.test(file))
    const include = ['app/entry.server.ts', 'app/routes.test.ts', ...written]
    writeFileSync(
      join(tree.folder, 'tsconfig.how-to.json'),
      JSON.stringify({ extends: './tsconfig.json', include }),
    )
    const output = await run('tsc', '--noEmit', '-p', 'tsconfig.how-to.json').catch(String)
    const wrong = output.split('\n').filter((line) => /^\S+\(\d+,\d+\)/.test(line))
    expect(wrong.join('\n')).toContain('card/forgotten.screen')
    // The table of forms takes its rows' names from the table of screens.
    const elsewhere = wrong.filter(
      (line) => !/^(?:app\/screens\.server|tests\/support\/forms)\.ts\(/.test(line),
    )
    expect(elsewhere).toEqual([])
  },
)
