import { Linter } from 'eslint'
import { expect, test } from 'vitest'
import { plainWords } from './plain-words.mjs'

const list = { words: { door: 'entry point' }, names: { createAsk: 'createRequestHandler' } }

function check(code: string) {
  const config = {
    plugins: { local: { rules: { 'plain-words': plainWords } } },
    rules: { 'local/plain-words': ['error', list] as ['error', typeof list] },
  }
  return new Linter().verify(code, config).map(({ message }) => message.split(':')[0])
}

test.each([
  'const frontDoor = 1',
  'class Page { #door = 1 }',
  'const FRONT_DOOR = 1',
  '// Opens the door.',
  '/** The Door. */',
])('refuses %j and proposes the usual term', (code) => {
  expect(check(code)).toEqual([expect.stringMatching(/^Write “entry point” instead of “door”$/i)])
})

test('refuses a listed identifier, but not a longer one that begins with it', () => {
  expect(check('createAsk()')).toEqual(['Write “createRequestHandler” instead of “createAsk”'])
  expect(check('createAsking()')).toEqual([])
})

test.each(["const text = 'door'", '// Reads `door`.', 'const indoors = 1'])(
  'accepts %j',
  (code) => {
    expect(check(code)).toEqual([])
  },
)
