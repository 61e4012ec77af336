import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { cookieCatalogue } from './cookie-catalogue'
import { storageCatalogue } from './storage-catalogue'

const sources = readdirSync('app', { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.|-catalogue\.ts$/.test(path))
  .map((path) => readFileSync(join('app', path), 'utf8'))
  .join('\n')

test.each(Object.keys(cookieCatalogue))('the cookie %s of the policy is set somewhere', (name) => {
  expect(sources).toMatch(new RegExp(`\\.set(Sealed)?\\(\\s*'${name}'`))
})

test('every name that the code gives to what it keeps in a browser is one of the policy', () => {
  const named = [...sources.matchAll(/['"`](v1_[a-z_]+)/g)].map(([, name = '']) => name)
  const catalogue = new Set([...Object.keys(cookieCatalogue), ...Object.keys(storageCatalogue)])
  expect(named.filter((name) => !catalogue.has(name))).toEqual([])
  const unused = Object.keys(storageCatalogue).filter((name) => /^v1_/.test(name))
  expect(unused.filter((name) => !named.includes(name))).toEqual([])
})
