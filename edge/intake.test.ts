import { expect, test } from 'vitest'

import table from '../app/routes'
import { intakeOf, intakes } from './intake'

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
  expect(intakeOf('profile/edit.screen')).toEqual({
    types: ['application/x-www-form-urlencoded'],
    largestBytes: 65_536,
    isOwnOnly: true,
    isRelay: false,
    isSignIn: false,
    limit: 'writes',
    isFile: false,
  })
  expect(intakeOf('constructor')).toEqual(intakeOf('unknown'))
})

test('only what needs no page of ours takes from others', () => {
  const open = Object.keys(intakes).filter((id) => !intakeOf(id).isOwnOnly)
  expect(open).toEqual(['platform/csp-reports.resource', 'push/messages.resource'])
})
