import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { closeAfterMs, closeToast, showToast, toastStore } from './toasts'

test.each([
  [{ theme: 'success', persistent: false }, 5000],
  [{ theme: 'info', persistent: false }, 3000],
  [{ theme: 'warning', persistent: false }, 5000],
  [{ theme: 'error', persistent: false }, 5000],
  [{ theme: 'error', persistent: true }, null],
  [{ theme: 'info', persistent: true }, null],
] as const)('9.6: a toast with the options %j closes after %s ms (null: never)', (toast, ms) =>
  expect(closeAfterMs(toast)).toBe(ms),
)

test('9.6: toasts are 20 px from the edge', () => {
  const styles = readFileSync(new URL('./toaster.module.css', import.meta.url), 'utf8')
  expect(styles).toMatch(
    /--gap: 20px;[\s\S]*top: calc\(var\(--gap\)[\s\S]*bottom: calc\(var\(--gap\)[\s\S]*@media[^{]*\{\s*\.bottom \{\s*bottom: var\(--gap\);/,
  )
})

test('3.29, 9.6: toasts replace one another at the same position, and have the role `alert` for errors', () => {
  showToast({ title: 'first' })
  const top = showToast({ title: 'top', position: 'top', theme: 'error' })
  const second = showToast({ title: 'second', description: 'text', buttonLabel: 'Вернуть' })
  expect(toastStore.get().map(({ title, type }) => [title, type])).toEqual([
    ['top', 'alert'],
    ['second', 'status'],
  ])
  expect(toastStore.get()[1]).toEqual({
    ...{ id: second, theme: 'info', type: 'status', title: 'second', description: 'text' },
    ...{ buttonLabel: 'Вернуть', position: 'bottom', persistent: false },
  })
  closeToast(top)
  closeToast(second)
  expect(toastStore.get()).toEqual([])
})

test.each([
  ['info', 'status'],
  ['success', 'status'],
  ['warning', 'status'],
  ['error', 'alert'],
] as const)('3.29: a toast of the theme %s has the type %s', (theme, type) => {
  const id = showToast({ title: 'x', theme })
  expect(toastStore.get().map((toast) => toast.type)).toEqual([type])
  closeToast(id)
})
