import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { copyText } from './copy'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test.each([
  ['copies', 'copied', async (text: string) => expect(text).toBe('2000 0000')],
  ['is missing', 'failed', undefined],
  ['refuses', 'failed', () => Promise.reject(new DOMException('no', 'NotAllowedError'))],
  ['hangs', 'failed', () => new Promise(() => undefined)],
])('a clipboard that %s means «%s»', async (_, result, writeText) => {
  vi.stubGlobal('navigator', { clipboard: writeText && { writeText } })
  const copied = copyText('2000 0000')
  await vi.advanceTimersByTimeAsync(2000)
  expect(await copied).toBe(result)
})
