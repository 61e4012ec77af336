import { expect, test } from 'vitest'

import { getResultToast } from './flash-toast'

test.each([
  ['success', undefined, false],
  ['info', undefined, false],
  ['warning', undefined, false],
  ['warning', true, true],
  ['success', true, true],
  ['error', undefined, true],
] as const)('9.6: the result «%s» with stays %s is persistent: %s', (type, stays, persistent) => {
  const flash = { type, title: 'Готово', description: 'Активны 2 купона', ...(stays && { stays }) }
  expect(getResultToast(flash)).toEqual({
    theme: type,
    title: 'Готово',
    description: 'Активны 2 купона',
    persistent,
  })
})
