import { isDeepStrictEqual } from 'node:util'

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

const usual = {
  types: ['application/x-www-form-urlencoded'],
  largestBytes: 65_536,
  isOwnOnly: true,
  isRelay: false,
  isSignIn: false,
  limit: 'writes',
  isFile: false,
}
const json = { ...usual, types: ['application/json'] }

test('accepts a form of this site of at most 64 kB at every route but these', () => {
  const policies = getIds(table).map((id) => [id, getBodyPolicy(id)] as const)
  const others = policies.filter(([, policy]) => !isDeepStrictEqual(policy, usual))
  expect(Object.fromEntries(others)).toEqual({
    'sign-in/login.screen': { ...usual, isSignIn: true },
    'sign-in/code.screen': { ...usual, isSignIn: true },
    'sign-in/resend.action': { ...usual, isSignIn: true },
    'sign-in/registration.screen': { ...usual, isSignIn: true },
    'my-data/take.action': { ...usual, isFile: true },
    'analytics/events.resource': json,
    'platform/errors.resource': json,
    'platform/csp-reports.resource': {
      ...usual,
      types: ['application/csp-report', 'application/reports+json'],
      largestBytes: 16_384,
      isOwnOnly: false,
      limit: 'cspReports',
    },
    'push/messages.resource': { ...json, largestBytes: 1_048_576, isOwnOnly: false, isRelay: true },
  })
  expect(getBodyPolicy('constructor')).toEqual(usual)
})
