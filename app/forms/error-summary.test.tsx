import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

import { ErrorSummary } from './error-summary'
import { TextField } from '~/ui/text-field'

test('shows nothing while all is well', () => {
  expect(renderToStaticMarkup(<ErrorSummary formId="login" errors={{}} />)).toBe('')
})

test('is announced, can take the focus and is named by its heading', () => {
  const html = renderToStaticMarkup(<ErrorSummary formId="login" errors={{ '': ['Не вышло'] }} />)
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
      formId="login"
      errors={{ phone: ['Введите номер телефона'], '': ['Сервис не ответил'] }}
    />,
  )
  expect(html).toContain('Исправьте ошибки')
  expect(html).toContain('<a href="#login-phone">Введите номер телефона</a>')
  expect(html).toMatch(/<li>Сервис не ответил<\/li>/)
})

test('of one error it does not speak as of many', () => {
  const html = renderToStaticMarkup(
    <ErrorSummary formId="login" errors={{ phone: ['Введите номер телефона'] }} />,
  )
  expect(html).toContain('>Исправьте ошибку<')
})

test('a shopper who is asked for one more field sees no errors, and is led to the field', () => {
  const html = renderToStaticMarkup(
    <ErrorSummary formId="login" title="Ещё один шаг" errors={{ captchaAnswer: ['Не робот?'] }} />,
  )
  expect(html).toContain('>Ещё один шаг<')
  expect(html).toContain('<a href="#login-captchaAnswer">')
  expect(html).not.toContain('Исправьте')
})

test('its link ends at the control itself, not at the label', () => {
  expect(renderToStaticMarkup(<TextField name="phone" label="Телефон" errors={['Нет']} />)).toMatch(
    /<input[^>]* id="phone"/,
  )
})
