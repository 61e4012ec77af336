import { beforeEach, expect, test, vi } from 'vitest'

import { keepBalance, readLastBalance } from './stored-balance'
import { setErrorReporter } from '~/platform/report-error'

const values = new Map<string, string>()
const reported = vi.fn()
const balance = { points: 1048, at: '2026-03-14T09:40:00.000Z' }

beforeEach(() => {
  values.clear()
  reported.mockClear()
  setErrorReporter((error, what) => reported((error as Error).message, what))
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  })
})

test('stores a balance for its shopper and returns it to no other', () => {
  keepBalance('one', balance)
  expect(readLastBalance('one')).toEqual(balance)
  expect(readLastBalance('another')).toBeNull()
  expect(reported).not.toHaveBeenCalled()
})

test.each(['{"owner":"one","st', '[]', 'null', '{"owner":"one","stars":"many","at":"now"}'])(
  'reports an unreadable stored balance (%s) and ignores it',
  (text) => {
    values.set('v1_bonuses', text)
    expect(readLastBalance('one')).toBeNull()
    expect(reported).toHaveBeenCalledWith('Ошибка парсинга объекта бонусов', 'bonuses')
  },
)

test("reports a failed write to the browser's storage, and throws no error", () => {
  vi.stubGlobal('localStorage', {
    setItem: () => {
      throw new Error('QuotaExceededError')
    },
  })
  keepBalance('one', balance)
  expect(reported).toHaveBeenCalledWith('Ошибка сериализации объекта бонусов', 'bonuses')
})
