import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'

import { Toaster } from './toaster'
import { showToast, toastStore } from './toasts'

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
