import type { ActionFunctionArgs } from '@remix-run/node'
import { expect, test, vi } from 'vitest'

import { userAgents } from '../tests/support/user-agents'
import { GatewayError } from '~/gateways/gateway-error.server'
import { errorReports } from '~/platform/error-reports.server'

import { handleError } from './entry.server'

test.each([
  ['an error of a page', new TypeError('x'), 1],
  ['an error of a gateway', new GatewayError({ kind: 'timeout', endpoint: 'GET /x' }), 1],
  ['a 404', { status: 404, statusText: 'Not Found', internal: true, data: '' }, 0],
])('8.13: %s is reported %s times', (_, error, times) => {
  const report = vi.spyOn(errorReports, 'reportPage')
  const headers = { 'User-Agent': userAgents[0]![3] }
  const request = new Request('https://shop.example/', { headers })
  const context = { requestId: 'request-1', route: 'today/today.screen' }
  handleError(error, { request, context, params: {} } as unknown as ActionFunctionArgs)
  expect(report).toHaveBeenCalledTimes(times)
})
