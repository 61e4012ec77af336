import type { ActionFunctionArgs } from '@remix-run/node'
import { expect, test, vi } from 'vitest'

import { userAgents } from '../tests/support/user-agents'
import { GatewayError } from '~/gateways/gateway-error.server'
import { errorReports } from '~/platform/error-reports.server'
import { log } from '~/platform/log.server'

import { handleDataRequest, handleError } from './entry.server'
import * as routeRules from '~/operator/route-rules-file.server'

const PERSON = userAgents[0]![3]
const BOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'
const requestId = 'request-1'
const notFound = { status: 404, statusText: 'Not Found', internal: true, data: '' }

test.each([
  ['an error of a page', PERSON, new Error('x'), { requestId }, 'error'],
  ['another error of a page', PERSON, new TypeError('x'), { requestId }, 'error'],
  [
    'an error of a gateway',
    PERSON,
    new GatewayError({ kind: 'timeout', endpoint: 'GET /x' }),
    { requestId, kind: 'timeout', endpoint: 'GET /x' },
    'warn',
  ],
  ['a 404', PERSON, notFound, null, null],
  ['an error of a page for a bot', BOT, new Error('x'), null, 'error'],
  [
    'an error of a gateway for a bot',
    BOT,
    new GatewayError({ kind: 'timeout', endpoint: 'GET /x' }),
    null,
    'warn',
  ],
] as const)('8.13: %s is reported as it should be', (_, userAgent, error, facts, level) => {
  const report = vi.spyOn(errorReports, 'reportPage')
  const [warn, fail] = [vi.spyOn(log, 'warn'), vi.spyOn(log, 'error')]
  const request = new Request('https://shop.example/', { headers: { 'User-Agent': userAgent } })
  const context = { visit: { requestId, route: 'today/today.screen' } }
  const args = { request, context, params: {} } as unknown as ActionFunctionArgs
  handleError(error, args)
  expect(report.mock.calls).toEqual(facts ? [[error, args, facts]] : [])
  expect([warn.mock.calls.length, fail.mock.calls.length]).toEqual([
    level === 'warn' ? 1 : 0,
    level === 'error' ? 1 : 0,
  ])
})

test.each([301, 302, 307, 308] as const)(
  '2.45: answers a navigation by script to a moved address with a document load and the status %i',
  async (status) => {
    const find = vi.spyOn(routeRules, 'findRouteRule')
    find.mockReturnValue({ location: '/terms?a=1', status, isExternal: false })
    const answer = async (address: string, method = 'GET') => {
      const request = new Request(`https://shop.example${address}`, { method })
      const context = { session: { endFlash: vi.fn() } }
      const args = { request, context, params: {} } as unknown as ActionFunctionArgs
      const { status, headers } = await handleDataRequest(new Response('data'), args)
      return [status, headers.get('Location'), headers.get('X-Remix-Reload-Document')]
    }
    expect(await answer('/moved.data?a=1&_routes=root')).toEqual([status, '/terms?a=1', 'true'])
    expect(find.mock.calls).toEqual([['/moved?a=1']])
    expect(await answer('/moved.data', 'POST')).toEqual([200, null, null])
    find.mockReturnValue(null)
    expect(await answer('/moved.data')).toEqual([200, null, null])
  },
)
