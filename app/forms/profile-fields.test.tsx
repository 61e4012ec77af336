import { useForm } from '@conform-to/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

import { profileEntries, type ProfileFormName } from '~/lib/profile-fields.server'

import { ProfileFields } from './profile-fields'
import { profileViews } from './profile-form.server'

function Form({ form }: { form: ProfileFormName }) {
  const [, fields] = useForm<Record<string, string>>({ id: 'a' })
  return <ProfileFields fields={fields} views={profileViews(form)} />
}

const shown = (form: ProfileFormName) => renderToStaticMarkup(<Form form={form} />)
const escaped = (text: string) => text.replaceAll("'", '&#x27;')

test.each(profileEntries)(
  'shows the field %s with its declared label, autocomplete and hint on every form with it',
  (name, field) => {
    const { type, label, autoComplete, hint } = field
    const forms = ['registration', 'incomplete', 'edit'] as const
    for (const form of forms.filter((each) => each !== 'edit' || type !== 'date')) {
      const html = shown(form)
      expect(html).toMatch(new RegExp(`<(?:label[^>]*|legend)>${label}<`))
      expect(html).toContain(`autoComplete="${autoComplete}${type === 'date' ? '-day' : ''}"`)
      expect(html).toContain(escaped((typeof hint === 'string' ? hint : hint?.[form]) ?? ''))
      expect(html).toContain(`name="${name}`)
    }
  },
)

test('marks exactly the required fields of a form as required', () => {
  const required = (form: ProfileFormName) =>
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
