import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'

import { expect, test } from 'vitest'

import { createOverloadGuard } from './overload'

test('300 requests under way are an overload, until one of them is over', () => {
  const guard = createOverloadGuard()
  const responses = Array.from(
    { length: 300 },
    () => Object.assign(new EventEmitter(), { closed: false }) as unknown as ServerResponse,
  )
  for (const response of responses) {
    expect(guard.isOverloaded()).toBe(false)
    guard.count(response)
  }
  expect(guard.isOverloaded()).toBe(true)
  responses[0]?.emit('close')
  expect(guard.isOverloaded()).toBe(false)
})
