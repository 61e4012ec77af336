import { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'

import { expect, test, vi } from 'vitest'

import { logAccess, type RequestTrace } from './request-trace'

test('8.16: logs a picture that this server cannot send', () => {
  const info = vi.fn()
  const reporters = { log: { info }, requests: { observe: vi.fn() } }
  const url = '/assets/svg/illustrations/base/empty.svg'
  const response = Object.assign(new EventEmitter(), { statusCode: 404, writableFinished: true })
  logAccess(
    reporters as unknown as Parameters<typeof logAccess>[0],
    { method: 'GET', url } as IncomingMessage,
    response as unknown as ServerResponse,
    {
      requestId: 'r',
      traceId: 't',
      route: 'asset',
      calls: [],
      span: { end: vi.fn() },
    } as unknown as RequestTrace,
  )
  response.emit('close')
  const line = { route: 'asset', path: '/assets/svg/illustrations/base/:id', status: 404 }
  expect(info).toHaveBeenCalledExactlyOnceWith(expect.objectContaining(line), 'request')
})
