import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { storageCatalogue } from '~/domain/storage-catalogue'

import { cookieCatalogue } from './cookie-catalogue'

/** The session storage key of Remix's scroll restoration. */
const OF_THE_FRAMEWORK = 'positions'

const code = readdirSync('app', { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.|-catalogue\.ts$/.test(path))
  .map((path) => readFileSync(join('app', path), 'utf8'))
  .join('\n')

// Types already refuse a cookie that the policy lacks. Only a test finds a row without use.
test('3.30: the cookie policy lists no cookie or storage key that the code no longer sets', () => {
  const isSet = (name: string) =>
    new RegExp(`\\.(?:set(?:Sealed)?|write)\\(\\s*'${name}'`).test(code)
  expect(Object.keys(cookieCatalogue).filter((name) => !isSet(name))).toEqual([])
  const isNamed = (name: string) => new RegExp(`['\`]${name}['-]`).test(code)
  const unused = Object.keys(storageCatalogue).filter((name) => !isNamed(name))
  expect(unused).toEqual([OF_THE_FRAMEWORK])
})

test('3.30: the names of all cookies and stored values begin with `v1_`', () => {
  const names = Object.keys({ ...cookieCatalogue, ...storageCatalogue })
  expect(names.filter((name) => !name.startsWith('v1_'))).toEqual([OF_THE_FRAMEWORK])
})
