import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { storageCatalogue } from '~/lib/storage-catalogue'

import { cookieCatalogue } from './cookie-catalogue'

/** The scroll restoration of the framework has a name of its own. */
const OF_THE_FRAMEWORK = 'positions'

const code = readdirSync('app', { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.|-catalogue\.ts$/.test(path))
  .map((path) => readFileSync(join('app', path), 'utf8'))
  .join('\n')

// That nothing else is stored the types say: a name that the policy lacks does not compile. No type finds a row that is of no use.
test('the policy lists nothing that the code no longer stores', () => {
  const isSet = (name: string) => new RegExp(`\\.set(Sealed)?\\(\\s*'${name}'`).test(code)
  expect(Object.keys(cookieCatalogue).filter((name) => !isSet(name))).toEqual([])
  const isNamed = (name: string) => new RegExp(`['\`]${name}['-]`).test(code)
  const unused = Object.keys(storageCatalogue).filter((name) => !isNamed(name))
  expect(unused).toEqual([OF_THE_FRAMEWORK])
})
