import { expect, test } from 'vitest'

import table from '../app/routes'
import { bodyPolicyOf, intakes } from './body-policy'

interface Entry {
  id?: string
  file: string
  children?: Entry[]
}
const idsOf = (entries: Entry[]): string[] =>
  entries.flatMap(({ id, file, children }) => [
    id ?? file.replace(/\.tsx?$/, ''),
    ...idsOf(children ?? []),
  ])

test('every route of the table is one that there is', () => {
  expect(idsOf(table)).toEqual(expect.arrayContaining(Object.keys(intakes)))
})

test('a route that is not listed takes a form of our own, of 64 kB at most', () => {
  expect(bodyPolicyOf('profile/edit.screen')).toEqual({
    types: ['application/x-www-form-urlencoded'],
    largestBytes: 65_536,
    isOwnOnly: true,
    isRelay: false,
    isSignIn: false,
    limit: 'writes',
    isFile: false,
  })
  expect(bodyPolicyOf('constructor')).toEqual(bodyPolicyOf('unknown'))
})

test('only what needs no page of ours takes from others', () => {
  const open = Object.keys(intakes).filter((id) => !bodyPolicyOf(id).isOwnOnly)
  expect(open).toEqual(['platform/csp-reports.resource', 'push/messages.resource'])
})
