import { beforeEach, expect, test, vi } from 'vitest'

import { keepBalance, readLastBalance } from './last-balance'
import { setErrorReporter } from '~/platform/report-error'

const values = new Map<string, string>()
const reported = vi.fn()
const balance = { stars: 1048, at: '2026-03-14T09:40:00.000Z' }

beforeEach(() => {
  values.clear()
  reported.mockClear()
  setErrorReporter((error, what) => reported((error as Error).message, what))
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  })
})

test('a balance is stored for its shopper and given to no other', () => {
  keepBalance('one', balance)
  expect(readLastBalance('one')).toEqual(balance)
  expect(readLastBalance('another')).toBeNull()
  expect(reported).not.toHaveBeenCalled()
})

test.each(['{"owner":"one","st', '[]', 'null', '{"owner":"one","stars":"many","at":"now"}'])(
  'what cannot be read, as %s, is reported and is no balance',
  (text) => {
    values.set('v1_bonuses', text)
    expect(readLastBalance('one')).toBeNull()
    expect(reported).toHaveBeenCalledWith('Ошибка парсинга объекта бонусов', 'bonuses')
  },
)

test('a browser that keeps nothing is reported, and the screen goes on', () => {
  vi.stubGlobal('localStorage', {
    setItem: () => {
      throw new Error('QuotaExceededError')
    },
  })
  keepBalance('one', balance)
  expect(reported).toHaveBeenCalledWith('Ошибка сериализации объекта бонусов', 'bonuses')
})
