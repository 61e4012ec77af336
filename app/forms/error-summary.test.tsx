import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

import { ErrorSummary } from './error-summary'
import { TextField } from '~/ui/text-field'

test('shows nothing while all is well', () => {
  expect(renderToStaticMarkup(<ErrorSummary errors={[]} />)).toBe('')
})

test('is announced, can take the focus and is named by its heading', () => {
  const html = renderToStaticMarkup(
    <ErrorSummary errors={[{ fieldId: null, message: 'Не вышло' }]} />,
  )
  expect(html).toContain('role="alert"')
  expect(html).toContain('tabindex="-1"')
  expect(html).toContain('id="error-summary"')
  expect(html).toContain('aria-labelledby="error-summary-title"')
  // Nothing that could be mended: the default notice's title.
  expect(html).toContain('>Ошибка<')
})

test('leads to a field, and only tells of an error that has none', () => {
  const html = renderToStaticMarkup(
    <ErrorSummary
      errors={[
        { fieldId: 'phone', message: 'Введите номер телефона' },
        { fieldId: null, message: 'Сервис не ответил' },
      ]}
    />,
  )
  expect(html).toContain('Исправьте ошибки')
  expect(html).toContain('<a href="#phone">Введите номер телефона</a>')
  expect(html).toMatch(/<li>Сервис не ответил<\/li>/)
})

test('of one error it does not speak as of many', () => {
  const html = renderToStaticMarkup(
    <ErrorSummary errors={[{ fieldId: 'phone', message: 'Введите номер телефона' }]} />,
  )
  expect(html).toContain('>Исправьте ошибку<')
})

test('who is asked for one thing more is not told of errors, and is led to it', () => {
  const html = renderToStaticMarkup(
    <ErrorSummary
      errors={[{ fieldId: 'captchaAnswer', message: 'Не робот?', title: 'Ещё один шаг' }]}
    />,
  )
  expect(html).toContain('>Ещё один шаг<')
  expect(html).toContain('<a href="#captchaAnswer">')
  expect(html).not.toContain('Исправьте')
})

test('its link ends at the control itself, not at the label', () => {
  expect(renderToStaticMarkup(<TextField name="phone" label="Телефон" error="Нет" />)).toMatch(
    /<input[^>]* id="phone"/,
  )
})
