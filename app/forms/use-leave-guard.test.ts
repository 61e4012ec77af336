import { expect, test, vi } from 'vitest'

import { mayLeave } from './use-leave-guard'

test.each([
  ['agrees', true, 300, true],
  ['refuses', false, 300, false],
  ['is not asked, because the browser suppresses dialogues', false, 0, true],
])('leaving a half-written form when the shopper %s', (_, response, takesMs, leaves) => {
  vi.useFakeTimers({ toFake: ['performance'] })
  vi.stubGlobal('window', {
    confirm: () => {
      vi.advanceTimersByTime(takesMs)
      return response
    },
  })
  expect(mayLeave('Уйти?')).toBe(leaves)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
