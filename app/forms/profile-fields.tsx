import { getInputProps, type FieldMetadata } from '@conform-to/react'
import { useHydrated } from 'remix-utils/use-hydrated'

import type { ProfileInputName } from '~/lib/profile-fields.server'
import { DateField } from '~/ui/date-field'
import { TextField } from '~/ui/text-field'

type Input = FieldMetadata<string | undefined>

interface ProfileFieldsProps {
  /** Conform's fields of the form; the edit form has no date. */
  fields: Record<Exclude<ProfileInputName, `birthDate${string}`>, Input> &
    Partial<Record<ProfileInputName, Input>>
  form: 'registration' | 'incomplete' | 'edit'
}

/** Tells while typing whether an error is over; without a script it would refuse stored values. */
const ADDRESS = '[^@]+@[^@]+\\.[^@]+'

const LETTER = 'Необязательно. Пришлём письмо, чтобы подтвердить адрес'

/** The fields of a shopper's profile; `incomplete` asks for what the card needs. */
export function ProfileFields({ fields, form }: ProfileFieldsProps) {
  const { firstName, birthDateDay: day, birthDateMonth: month, birthDateYear: year, email } = fields
  const isIncomplete = form === 'incomplete'
  const isHydrated = useHydrated()
  const part = (input: Input) => ({
    ...getInputProps(input, { type: 'text' }),
    ...(isIncomplete && { required: true }),
  })
  return (
    <>
      <TextField
        {...getInputProps(firstName, { type: 'text' })}
        required
        label="Имя"
        hint={isIncomplete ? 'Обязательно' : undefined}
        autoComplete="given-name"
        errors={firstName.errors}
      />
      {form !== 'edit' && day && month && year && (
        <DateField
          legend="Дата рождения"
          hint={`${isIncomplete ? 'Обязательно' : 'Необязательно'}. Например, 13 04 1985`}
          autoCompletePrefix="bday"
          day={part(day)}
          month={part(month)}
          year={part(year)}
          errors={day.errors ?? month.errors ?? year.errors}
        />
      )}
      <TextField
        // The browser's own check would refuse stored values, and what is cleaned here.
        {...getInputProps(email, { type: 'text' })}
        inputMode="email"
        pattern={isHydrated ? ADDRESS : undefined}
        autoCapitalize="none"
        spellCheck={false}
        label="Электронная почта"
        hint={form === 'edit' ? 'На новый адрес придёт письмо со ссылкой' : LETTER}
        autoComplete="email"
        errors={email.errors}
      />
    </>
  )
}
