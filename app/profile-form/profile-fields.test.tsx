import { useForm } from '@conform-to/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

import type { ProfileInputName } from '~/domain/profile-fields.server'

import { ProfileFields } from './profile-fields'

type FormName = Parameters<typeof ProfileFields>[0]['form']

function Form({ form }: { form: FormName }) {
  const [, fields] = useForm<Record<ProfileInputName, string>>({ id: 'a' })
  return <ProfileFields fields={fields} form={form} />
}

const shown = (form: FormName) => renderToStaticMarkup(<Form form={form} />)

test('marks exactly the required fields of a form as required', () => {
  const required = (form: FormName) =>
    [...shown(form).matchAll(/<input[^>]* required=""[^>]*>/g)].map(
      ([input]) => /name="(\w+)"/.exec(input)?.[1],
    )
  expect(required('registration')).toEqual(['firstName'])
  expect(required('edit')).toEqual(['firstName'])
  expect(required('incomplete')).toEqual([
    'firstName',
    'birthDateDay',
    'birthDateMonth',
    'birthDateYear',
  ])
})

test.each([
  ['registration', ['Необязательно. Например, 13', 'Необязательно. Пришлём письмо']],
  ['incomplete', ['Обязательно<', 'Обязательно. Например, 13', 'Необязательно. Пришлём письмо']],
  ['edit', ['На новый адрес придёт письмо']],
] as const)('tells on the form %s which profile fields are optional', (form, hints) => {
  const html = shown(form)
  for (const hint of hints) expect(html).toContain(hint)
  expect(html.match(/<legend>/g)?.length ?? 0).toBe(form === 'edit' ? 0 : 1)
  expect(html.match(/autoComplete="(given-name|bday-day|email)"/g)).toHaveLength(
    form === 'edit' ? 2 : 3,
  )
})
