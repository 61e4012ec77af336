import { afterEach, expect, test, vi } from 'vitest'

import { createErrorReporter } from './error-reporter'

afterEach(() => void vi.unstubAllGlobals())

test.each([
  [
    'a refusal of the storage',
    new DOMException('full', 'QuotaExceededError'),
    'QuotaExceededError',
  ],
  [
    'our error around a refusal of the storage',
    new Error('Ошибка', { cause: new DOMException('full', 'QuotaExceededError') }),
    'QuotaExceededError',
  ],
  ['our error around another one', new Error('Ошибка', { cause: new TypeError('x') }), 'Error'],
])('reports %s by its name', (_, error, name) => {
  const send = vi.fn<(url: string, init: { body: string }) => Promise<void>>(async () => undefined)
  vi.stubGlobal('fetch', send)
  createErrorReporter('browser', () => 'b')(error, 'bonuses')
  expect(JSON.parse(send.mock.calls[0]![1].body)).toMatchObject({ name })
})
