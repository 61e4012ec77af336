import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'

import { Checkbox } from './checkbox'
import { DateField } from '~/profile-form/profile-fields'
import { TextField } from './text-field'

/** The opening tags of one kind, in order. */
function tags(html: string, name: string): string[] {
  return html.match(new RegExp(`<${name}[^>]*>`, 'g')) ?? []
}

describe('TextField', () => {
  test('has the enter key «done», unless its form sets another', () => {
    const field = (props: object) =>
      renderToStaticMarkup(<TextField name="email" label="Почта" {...props} />)
    expect(field({})).toContain('enterKeyHint="done"')
    expect(field({ enterKeyHint: 'go' })).toContain('enterKeyHint="go"')
  })

  test('ties the label to the input', () => {
    const html = renderToStaticMarkup(<TextField name="email" label="Почта" />)
    expect(html).toContain('<label for="email">Почта</label>')
    expect(html).not.toContain('aria-describedby')
    expect(html).not.toContain('aria-invalid')
  })

  test('is described by its hint and its error, in this order', () => {
    const html = renderToStaticMarkup(
      <TextField name="email" label="Почта" hint="Для чеков" errors={['Укажите личную почту']} />,
    )
    expect(html).toContain('aria-describedby="email-hint email-error"')
    expect(html).toContain('aria-invalid="true"')
    expect(html).toContain('id="email-hint"')
    expect(html).toContain('id="email-error"')
  })

  test('derives all other ids from its own id', () => {
    const html = renderToStaticMarkup(
      <TextField id="new-email" name="email" label="Почта" errors={['Нет']} />,
    )
    expect(html).toContain('for="new-email"')
    expect(html).toContain('aria-describedby="new-email-error"')
    expect(html).toContain('name="email"')
  })

  test('for a code is one numeric input with one-time-code autofill and without a maximum length', () => {
    const [input] = tags(
      renderToStaticMarkup(<TextField name="code" label="Код" width="code" />),
      'input',
    )
    expect(input).toContain('type="text"')
    expect(input).toContain('inputMode="numeric"')
    expect(input).toContain('autoComplete="one-time-code"')
    expect(input).not.toMatch(/maxlength/i)
  })
})

describe('DateField', () => {
  const html = renderToStaticMarkup(
    <DateField
      day={{ id: 'birth', name: 'birthDay', defaultValue: '27' }}
      month={{ id: 'birthMonth', name: 'birthMonth', defaultValue: '13' }}
      year={{ id: 'birthYear', name: 'birthYear', defaultValue: '1985' }}
      legend="Дата рождения"
      hint="Например, 27 3 1985"
      errors={['Такого месяца нет']}
      autoCompletePrefix="bday"
    />,
  )

  test('gives the input of the day the id that the error summary links', () => {
    expect(tags(html, 'input')[0]).toContain('id="birth"')
  })

  test.each([
    [0, 'birthDay', 'bday-day', '27'],
    [1, 'birthMonth', 'bday-month', '13'],
    [2, 'birthYear', 'bday-year', '1985'],
  ])(
    'gives the input %d the name %s and its autofill token',
    (index, name, autoComplete, value) => {
      const input = tags(html, 'input')[index]
      expect(input).toContain(`name="${name}"`)
      expect(input).toContain(`autoComplete="${autoComplete}"`)
      expect(input).toContain(`value="${value}"`)
      expect(input).toContain('aria-invalid="true"')
      expect(input).toContain('aria-describedby="birth-error"')
    },
  )

  test('9.11: has the legend, the hint and the error in its group, and letters for the month', () => {
    const labels = Array.from(html.matchAll(/<label[^>]*>(.*?)<\/label>/g), ([, label]) => label)
    expect(labels).toEqual(['День', 'Месяц', 'Год'])
    const isNumeric = tags(html, 'input').map((input) => input.includes('inputMode="numeric"'))
    expect(isNumeric).toEqual([true, false, true])
    expect(tags(html, 'fieldset')[0]).toContain('aria-describedby="birth-hint birth-error"')
    expect(html).toContain('<legend>Дата рождения</legend>')
  })
})

describe('Checkbox', () => {
  test('is described by its hint and its error', () => {
    const html = renderToStaticMarkup(
      <Checkbox name="sms" label="СМС" hint="Редко" errors={['Нужно']} />,
    )
    expect(html).toContain('aria-describedby="sms-hint sms-error"')
    expect(html).toContain('for="sms"')
  })
})
