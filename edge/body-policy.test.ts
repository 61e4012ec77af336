import { expect, test } from 'vitest'

import table from '../app/routes'
import { getBodyPolicy } from './body-policy'

interface Entry {
  id?: string
  file: string
  children?: Entry[]
}
const getIds = (entries: Entry[]): string[] =>
  entries.flatMap(({ id, file, children }) => [
    id ?? file.replace(/\.tsx?$/, ''),
    ...getIds(children ?? []),
  ])

test('accepts a form of this site of at most 64 kB at an unlisted route', () => {
  expect(getBodyPolicy('profile/edit.screen')).toEqual({
    types: ['application/x-www-form-urlencoded'],
    largestBytes: 65_536,
    isOwnOnly: true,
    isRelay: false,
    isSignIn: false,
    limit: 'writes',
    isFile: false,
  })
  expect(getBodyPolicy('constructor')).toEqual(getBodyPolicy('unknown'))
})

test('accepts bodies from other origins only at the routes for CSP reports and push messages', () => {
  const open = getIds(table).filter((id) => !getBodyPolicy(id).isOwnOnly)
  expect(open).toEqual(['platform/csp-reports.resource', 'push/messages.resource'])
})
