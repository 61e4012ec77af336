import { expect, test } from 'vitest'

import { closeAfterMs, closeToast, showToast, toastStore } from './toasts'

test.each([
  [{ theme: 'success', persistent: false }, 5000],
  [{ theme: 'info', persistent: false }, 3000],
  [{ theme: 'error', persistent: true }, null],
] as const)('a toast with the options %j closes after %s ms (null: never)', (toast, ms) =>
  expect(closeAfterMs(toast)).toBe(ms),
)

test('toasts replace one another at the same position, and have the role `alert` for errors', () => {
  showToast({ title: 'first' })
  const top = showToast({ title: 'top', position: 'top', theme: 'error' })
  const second = showToast({ title: 'second' })
  expect(toastStore.get().map(({ title, type }) => [title, type])).toEqual([
    ['top', 'alert'],
    ['second', 'status'],
  ])
  closeToast(top)
  closeToast(second)
  expect(toastStore.get()).toEqual([])
})
