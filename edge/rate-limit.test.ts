import type { IncomingMessage } from 'node:http'

import { expect, test } from 'vitest'

import type { Limits } from '../app/limits/limits.server'
import { getBodyPolicy } from './body-policy'
import { createRateLimit } from './overload'
import type { RoutedVisit } from './visit'

const FORM = 'profile/edit.screen'
const REPORTS = 'platform/csp-reports.resource'
const SIGN_IN = 'sign-in/login.screen'

test.each([
  ['POST', FORM, 'session', [['writesOfSession', 'session']]],
  ['GET', FORM, 'session', [['readsOfSession', 'session']]],
  ['POST', FORM, null, [['writes', 'address']]],
  ['GET', FORM, null, [['reads', 'address']]],
  ['POST', REPORTS, 'session', [['cspReports', 'address']]],
  ['POST', REPORTS, null, [['cspReports', 'address']]],
  ['POST', SIGN_IN, null, [['signInsUnasked', 'address']]],
  ['GET', SIGN_IN, null, [['reads', 'address']]],
] as const)(
  'a %s of %s by the session %s consumes %j',
  async (method, route, sessionId, claims) => {
    const consumed: unknown[] = []
    const limits = {
      within: () => limits,
      async consume(claim: unknown) {
        consumed.push(claim)
        return { isOver: false }
      },
    } as unknown as Limits
    const request = { method } as IncomingMessage
    const visit = { request, address: 'address', sessionId, bodyPolicy: getBodyPolicy(route) }
    const limit = createRateLimit(async () => limits)
    expect(await limit(visit as RoutedVisit)).toMatchObject({ isSuspicious: false })
    expect(consumed).toEqual(claims)
  },
)
