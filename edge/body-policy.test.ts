import { expect, test } from 'vitest'

import table from '../app/routes'
import { bodyPolicyOf, bodyPolicies } from './body-policy'

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

test('names existing routes only', () => {
  expect(idsOf(table)).toEqual(expect.arrayContaining(Object.keys(bodyPolicies)))
})

test('accepts a form of this site of at most 64 kB at an unlisted route', () => {
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

test('accepts bodies from other origins only at the routes for CSP reports and push messages', () => {
  const open = Object.keys(bodyPolicies).filter((id) => !bodyPolicyOf(id).isOwnOnly)
  expect(open).toEqual(['platform/csp-reports.resource', 'push/messages.resource'])
})
