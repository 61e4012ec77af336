import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'

import { storeOrReadBalance } from './last-balance'
import { setErrorReporter } from '~/platform/report-error'

const values = new Map<string, string>()
const reported = vi.fn()

beforeEach(() => {
  values.clear()
  setErrorReporter((error, what) => reported((error as Error).message, what))
  // Errors of the tests before wait for a reporter.
  reported.mockClear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  })
})

test('3.35: stores the first balance and each later one with its time, for its shopper and no other', () => {
  vi.useFakeTimers({ now: new Date('2026-03-14T09:40:00.000Z') })
  onTestFinished(() => void vi.useRealTimers())
  expect(storeOrReadBalance('one', null)).toBeNull()
  for (const points of [1048, 0]) {
    expect(storeOrReadBalance('one', points)).toBeNull()
    expect([...values.keys()]).toEqual(['v1_bonuses'])
    expect(storeOrReadBalance('one', null)).toEqual({ points, at: '2026-03-14T09:40:00.000Z' })
    expect(storeOrReadBalance('another', null)).toBeNull()
  }
  expect(reported).not.toHaveBeenCalled()
})

test.each([
  '{"owner":"one","st',
  '[]',
  'null',
  '{"owner":"one","points":"many","at":"2026-03-14T09:40:00.000Z"}',
  '{"owner":"one","points":1,"at":"now"}',
])('8.8: reports an unreadable stored balance (%s) and ignores it', (text) => {
  values.set('v1_bonuses', text)
  expect(storeOrReadBalance('one', null)).toBeNull()
  expect(reported).toHaveBeenCalledWith('Ошибка парсинга объекта бонусов', 'bonuses')
})

test("8.8: reports a failed write to the browser's storage, and throws no error", () => {
  vi.stubGlobal('localStorage', {
    setItem: () => {
      throw new Error('QuotaExceededError')
    },
  })
  storeOrReadBalance('one', 1048)
  expect(reported).toHaveBeenCalledWith('Ошибка сериализации объекта бонусов', 'bonuses')
})

test('3.11: stores no balance that the gateway calls an earlier one', async () => {
  const last = vi.fn()
  vi.resetModules()
  vi.doMock('react', () => ({
    useState: (initial: unknown) => [initial, last],
    useEffect: (run: () => void) => run(),
  }))
  onTestFinished(() => void vi.doUnmock('react'))
  const { useLastBalance } = await import('./last-balance')
  useLastBalance('one', 1048, false)
  useLastBalance('one', 7, true)
  expect(last.mock.calls).toEqual([[null], [{ points: 1048, at: expect.any(String) }]])
})
