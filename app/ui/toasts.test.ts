import { readFileSync } from 'node:fs'

import { afterEach, expect, test, vi } from 'vitest'

import { closeLater, closeToast, showToast, toastStore } from './toasts'

afterEach(() => void vi.useRealTimers())

test.each([
  [{ theme: 'success', persistent: false }, 5000],
  [{ theme: 'info', persistent: false }, 3000],
  [{ theme: 'warning', persistent: false }, 5000],
  [{ theme: 'error', persistent: false }, 5000],
  [{ theme: 'error', persistent: true }, null],
  [{ theme: 'info', persistent: true }, null],
] as const)('9.6: a toast with the options %j closes after %s ms (null: never)', (toast, ms) => {
  vi.useFakeTimers()
  const other = showToast({ title: 'other', position: 'top', persistent: true })
  showToast({ title: 'x', ...toast })
  const [, shown] = toastStore.get()
  const prevent = closeLater(shown!)
  vi.advanceTimersByTime((ms ?? 3_600_000) - 1)
  expect(toastStore.get()).toContain(shown)
  vi.advanceTimersByTime(1)
  expect(toastStore.get().map(({ title }) => title)).toEqual(ms ? ['other'] : ['other', 'x'])
  prevent?.()
  for (const id of [other, shown!.id]) closeToast(id)
})

test('9.6: a toast that is held does not close', () => {
  vi.useFakeTimers()
  const id = showToast({ title: 'x' })
  closeLater(toastStore.get()[0]!)!()
  vi.advanceTimersByTime(5000)
  expect(toastStore.get()).toHaveLength(1)
  closeToast(id)
})

test('3.29, 9.6: toasts are 20 px from the edge of their position', () => {
  const styles = readFileSync(new URL('./toaster.module.css', import.meta.url), 'utf8')
  expect(styles).toMatch(
    /--gap: 20px;[\s\S]*\.top \{\s*top: calc\(var\(--gap\) \+ env[\s\S]*\.bottom \{\s*bottom: calc\(var\(--gap\) \+[\s\S]*@media[^{]*\{\s*\.bottom \{\s*bottom: var\(--gap\);/,
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

test('3.29: a toast has its default properties, or the given ones', () => {
  const plain = showToast({ title: 'x' })
  const defaults = { theme: 'info', type: 'status', position: 'bottom', persistent: false }
  expect(toastStore.get()).toEqual([{ id: plain, title: 'x', ...defaults }])
  closeToast(plain)
  const whole = {
    ...({ theme: 'error', type: 'status', title: 'x', description: 'y' } as const),
    ...({ buttonLabel: 'z', onButton: vi.fn(), position: 'top', persistent: true } as const),
  }
  const id = showToast(whole)
  expect(toastStore.get()).toEqual([{ id, ...whole }])
  closeToast(id)
})
