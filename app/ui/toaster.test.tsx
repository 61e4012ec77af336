import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'

import * as button from './button'
import * as iconButton from './icon-button'
import { Toaster } from './toaster'
import { closeToast, showToast, toastStore } from './toasts'

afterEach(() => {
  for (const { id } of toastStore.get()) closeToast(id)
})

test('3.29: shows title, text, button and an icon by theme, at its place in the region of its type', () => {
  showToast({ title: 'Хорошо', theme: 'success', position: 'top', buttonLabel: 'Вернуть' })
  showToast({ title: 'Плохо', theme: 'error', description: 'Попробуйте ещё раз' })
  vi.spyOn(toastStore, 'getOnServer').mockImplementation(toastStore.get)
  const html = renderToStaticMarkup(<Toaster />)
  const [polite = '', urgent = ''] = html.split('aria-live="assertive"')
  expect(polite).toMatch(
    /role="status".*_success_\w+ _top_.*#check.*>Хорошо<.*>Вернуть<.*"Закрыть сообщение"/s,
  )
  expect(urgent).toMatch(
    /_error_\w+ _bottom_.*#warning.*>Плохо<.*>Попробуйте ещё раз<.*"Закрыть сообщение"/s,
  )
  expect(polite).not.toContain('Плохо')
})

test.each(['top', 'bottom'] as const)(
  '3.29: a press on the button of a toast at the %s calls `onButton` and closes that toast',
  (position) => {
    vi.spyOn(toastStore, 'getOnServer').mockImplementation(toastStore.get)
    const shown = vi.spyOn(button, 'Button')
    const other = position === 'top' ? 'bottom' : 'top'
    const onButton = vi.fn()
    showToast({ title: 'Купон убран', position, buttonLabel: 'Обратно', onButton })
    showToast({ title: 'Другое', position: other })
    const html = renderToStaticMarkup(<Toaster />)
    expect(html).toMatch(new RegExp(`_${position}_[^>]*>((?!_${other}_).)*Купон убран`))
    const [{ onClick, children }] = shown.mock.calls[0]!
    expect([shown.mock.calls.length, children]).toEqual([1, 'Обратно'])
    expect(onButton).not.toHaveBeenCalled()
    onClick!({} as never)
    expect(onButton).toHaveBeenCalledOnce()
    expect(toastStore.get().map(({ title }) => title)).toEqual(['Другое'])
  },
)

test('9.6: a persistent toast has a button that closes it', () => {
  vi.spyOn(toastStore, 'getOnServer').mockImplementation(toastStore.get)
  const shown = vi.spyOn(iconButton, 'IconButton')
  const id = showToast({ title: 'Не удалось отправить', theme: 'error', persistent: true })
  const html = renderToStaticMarkup(<Toaster />)
  expect(html).toContain('aria-label="Закрыть сообщение"')
  for (const [{ onClick }] of shown.mock.calls) (onClick as () => void)()
  expect(toastStore.get().map((toast) => toast.id)).not.toContain(id)
})

test.each([
  ['info', 'info'],
  ['success', 'check'],
  ['warning', 'warning'],
  ['error', 'warning'],
] as const)('3.29: a toast of the theme %s has the icon %s', (theme, icon) => {
  vi.spyOn(toastStore, 'getOnServer').mockImplementation(toastStore.get)
  showToast({ title: 'x', theme })
  const html = renderToStaticMarkup(<Toaster />)
  expect(html).toMatch(new RegExp(`_${theme}_[^>]*>(?:(?!<p).)*#${icon}"`))
})
