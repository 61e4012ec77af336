import { errorFor } from '~/lib/form-errors'

import { DateField } from './date-field'
import type { FormError } from './error-summary'
import { TextField } from './text-field'

interface ProfileFieldsProps {
  /** Typed before, or known. */
  values: Partial<Record<string, string>>
  errors: readonly FormError[]
}

const dateIds = ['birthDate', 'birthDateMonth', 'birthDateYear']

/** Name, birth date and e-mail: the same three wherever a shopper introduces themselves. */
export function ProfileFields({ values, errors }: ProfileFieldsProps) {
  const dateError = errors.find(({ fieldId }) => fieldId !== null && dateIds.includes(fieldId))
  return (
    <>
      <TextField
        name="firstName"
        label="Имя"
        autoComplete="given-name"
        defaultValue={values.firstName}
        error={errorFor(errors, 'firstName')}
      />
      <DateField
        name="birthDate"
        legend="Дата рождения"
        hint="Необязательно. Например, 13 04 1985"
        autoCompletePrefix="bday"
        defaultValue={{
          day: values.birthDateDay,
          month: values.birthDateMonth,
          year: values.birthDateYear,
        }}
        error={dateError?.message}
      />
      <TextField
        name="email"
        label="Электронная почта"
        hint="Необязательно. Пришлём письмо, чтобы подтвердить адрес"
        type="email"
        inputMode="email"
        autoComplete="email"
        spellCheck={false}
        defaultValue={values.email}
        error={errorFor(errors, 'email')}
      />
    </>
  )
}
