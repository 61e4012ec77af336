import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

import { ErrorSummary } from './error-summary'
import { TextField } from '~/ui/text-field'

test.each([{}, { phone: ['Введите номер телефона'] }])(
  'is empty without errors, and for one error, which its field shows: %j',
  (errors) => {
    expect(renderToStaticMarkup(<ErrorSummary formId="login" errors={errors} />)).toBe('')
  },
)

test('8.10: is announced, can take the focus and is named by its heading', () => {
  const html = renderToStaticMarkup(<ErrorSummary formId="login" errors={{ '': ['Не вышло'] }} />)
  expect(html).toContain('role="alert"')
  expect(html).toContain('tabindex="-1"')
  expect(html).toContain('id="error-summary"')
  expect(html).toContain('aria-labelledby="error-summary-title"')
  // Without a correctable field: the default notice's title.
  expect(html).toContain('>Ошибка<')
})

test('links to fields, and shows errors of the whole form as text', () => {
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

test('has the given title and a link to the field when one more answer is needed', () => {
  const html = renderToStaticMarkup(
    <ErrorSummary formId="login" title="Ещё один шаг" errors={{ captchaAnswer: ['Не робот?'] }} />,
  )
  expect(html).toContain('>Ещё один шаг<')
  expect(html).toContain('<a href="#login-captchaAnswer">')
  expect(html).not.toContain('Исправьте')
})

test('links to an id that the input has, not its label', () => {
  expect(renderToStaticMarkup(<TextField name="phone" label="Телефон" errors={['Нет']} />)).toMatch(
    /<input[^>]* id="phone"/,
  )
})
