import { execFile } from 'node:child_process'
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

import { afterAll, beforeAll, expect, test } from 'vitest'

/** Neither made by a command nor of any use to these tests. */
const left = new Set(['node_modules', '.git', 'build', 'test-results', 'playwright-report'])
const NEW_FEATURE = 'badges/my-badges'
const PAGE = 'offers/started'

let copy = ''

/** Runs a program of `node_modules` in the copy; the error has its output. */
async function run(program: string, ...args: string[]): Promise<string> {
  const file = join(copy, 'node_modules/.bin', program)
  const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined }
  const options = { cwd: copy, env, maxBuffer: 16 * 1024 * 1024 }
  try {
    return (await promisify(execFile)(file, args, options)).stdout
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    throw new Error(`${program} ${args.join(' ')}\n${stdout}\n${stderr}`)
  }
}

interface Block {
  file: string
  isDiff: boolean
  text: string
}

/** What a text says to write: whole files, and changes of others. */
function blocksIn(document: string): Block[] {
  const found = document.matchAll(/^```(\w+) file=(\S+)\n(.*?)^```$/gms)
  return Array.from(found, ([, kind, file = '', text = '']) => ({
    file,
    isDiff: kind === 'diff',
    text,
  }))
}

function apply({ file, isDiff, text }: Block): void {
  const path = join(copy, file)
  if (!isDiff) return writeFileSync(path, text)
  const lines = text.trimEnd().split('\n')
  const without = (sign: string) =>
    lines.filter((line) => !line.startsWith(sign)).map((line) => line.slice(1))
  const before = without('+').join('\n')
  const parts = readFileSync(path, 'utf8').split(before)
  if (parts.length !== 2)
    throw new Error(
      `docs/how-to/page.md: ${file} has these lines ${parts.length - 1} times:\n${before}`,
    )
  writeFileSync(path, parts.join(without('-').join('\n')))
}

const howTo = readFileSync('docs/how-to/page.md', 'utf8')
const blocks = blocksIn(howTo)
const written = [...new Set(blocks.map(({ file }) => file))]
const skeleton = [`app/${NEW_FEATURE}.screen.tsx`, `app/${NEW_FEATURE}.screen.test.ts`]

beforeAll(async () => {
  copy = mkdtempSync(join(tmpdir(), 'how-to-'))
  for (const name of readdirSync('.').filter((each) => !left.has(each)))
    cpSync(name, join(copy, name), { recursive: true })
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'))
  await run('tsx', 'scripts/new.ts', 'screen', NEW_FEATURE)
  await run('tsx', 'scripts/new.ts', 'screen', PAGE)
  blocks.forEach(apply)
}, 60_000)
afterAll(() => rmSync(copy, { recursive: true, force: true }))

test('a page with a list and a button is eight files, a button five, the page and its test among them', () => {
  const filesIn = (section: string) => new Set(blocksIn(section).map(({ file }) => file))
  const [page = '', button = ''] = howTo.split('\n## A button\n')
  expect(filesIn(page + button).size).toBeLessThanOrEqual(8)
  expect(filesIn(button).size + 2).toBeLessThanOrEqual(5)
})

const SLOW_MS = 240_000

test('skeleton and page keep what every address keeps', { timeout: SLOW_MS }, async () => {
  const names = `${NEW_FEATURE}|${PAGE}|offers/card-first|lists the|opens the card|a shopper sees`
  const files = ['app/routes.test.ts', 'app/offers/started', 'app/badges']
  const output = await run('vitest', 'run', '--project', 'routes', ...files, '-t', names)
  expect(output).toMatch(/Tests +1\d passed/)
})

test('they are formatted, linted and within the import rules', { timeout: SLOW_MS }, async () => {
  const code = [...skeleton, ...written]
  await run('prettier', '--check', ...code, '.dependency-cruiser.mjs')
  await run('eslint', '--max-warnings', '0', ...code)
  await run('depcruise', 'app', '--config', '.dependency-cruiser.mjs')
})

test(
  'they compile, and an address without a row alone does not',
  { timeout: SLOW_MS },
  async () => {
    apply({
      file: 'app/routes.ts',
      isDiff: true,
      text: `+  route('qr/forgotten', 'card/forgotten.screen.tsx'),
   route('qr/till', 'card/till.screen.tsx'),`,
    })
    const include = ['app/entry.server.ts', 'app/routes.test.ts', ...skeleton, ...written]
    writeFileSync(
      join(copy, 'tsconfig.how-to.json'),
      JSON.stringify({ extends: './tsconfig.json', include }),
    )
    const output = await run('tsc', '--noEmit', '-p', 'tsconfig.how-to.json').catch(String)
    const wrong = output.split('\n').filter((line) => /^\S+\(\d+,\d+\)/.test(line))
    expect(wrong.join('\n')).toContain('card/forgotten.screen')
    const elsewhere = wrong.filter((line) => !line.startsWith('app/screens.server.ts('))
    expect(elsewhere).toEqual([])
  },
)
