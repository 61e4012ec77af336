import { getInputProps, type FieldMetadata } from '@conform-to/react'

import { DateField } from '~/ui/date-field'
import { TextField } from '~/ui/text-field'

import type { ProfileFieldView } from './profile-form.server'

type Input = FieldMetadata<string | undefined>

interface ProfileFieldsProps {
  /** Conform's fields of the form. */
  fields: Partial<Record<ProfileFieldView['inputs'][number], Input>>
  views: readonly ProfileFieldView[]
}

/** The declared fields of a shopper's profile. */
export function ProfileFields({ fields, views }: ProfileFieldsProps) {
  return (
    <>
      {views.map((view) => (
        <ProfileField
          key={view.label}
          view={view}
          inputs={view.inputs.flatMap((name) => fields[name] ?? [])}
        />
      ))}
    </>
  )
}

function ProfileField({ view, inputs }: { view: ProfileFieldView; inputs: Input[] }) {
  const { type, label, hint, autoComplete, isRequired } = view
  const required = isRequired && { required: true }
  const [input, month, year] = inputs
  if (!input) return null
  if (type === 'date') {
    if (!month || !year) return null
    const part = (each: Input) => ({ ...getInputProps(each, { type: 'text' }), ...required })
    return (
      <DateField
        legend={label}
        hint={hint}
        autoCompletePrefix={autoComplete}
        day={part(input)}
        month={part(month)}
        year={part(year)}
        errors={input.errors ?? month.errors ?? year.errors}
      />
    )
  }
  return (
    <TextField
      {...getInputProps(input, { type })}
      {...required}
      {...(type === 'email' && { inputMode: 'email', spellCheck: false })}
      label={label}
      hint={hint}
      autoComplete={autoComplete}
      errors={input.errors}
    />
  )
}
