import { EventEmitter } from 'node:events'

import { expect, test, vi } from 'vitest'

import { logAccess } from './access-log'
import type { Visit } from './visit'

test('8.16: logs a picture that this server cannot send', () => {
  const info = vi.fn()
  const reporters = { log: { info }, requests: { observe: vi.fn() } }
  const url = '/assets/svg/illustrations/base/empty.svg'
  const response = Object.assign(new EventEmitter(), { statusCode: 404, writableFinished: true })
  logAccess(
    {
      request: { method: 'GET', url },
      response,
      requestId: 'r',
      traceId: 't',
      route: 'asset',
      calls: [],
      span: { end: vi.fn() },
    } as unknown as Visit,
    reporters as unknown as Parameters<typeof logAccess>[1],
  )
  response.emit('close')
  const line = { route: 'asset', path: '/assets/svg/illustrations/base/:id', status: 404 }
  expect(info).toHaveBeenCalledExactlyOnceWith(expect.objectContaining(line), 'request')
})
