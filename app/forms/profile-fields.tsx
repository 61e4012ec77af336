import { errorFor, type FormError } from './form-errors'

import { DateField } from '~/ui/date-field'
import { TextField } from '~/ui/text-field'

interface FieldProps<Name extends string> {
  /** Typed before, or known. */
  values: Partial<Record<Name, string>>
  errors: readonly FormError[]
}

const dateIds = ['birthDate', 'birthDateMonth', 'birthDateYear']

/** How a shopper wants to be addressed. */
export function NameField({ values, errors }: FieldProps<'firstName'>) {
  return (
    <TextField
      name="firstName"
      label="Имя"
      autoComplete="given-name"
      defaultValue={values.firstName}
      error={errorFor(errors, 'firstName')}
    />
  )
}

/** The address for letters and receipts; `hint` says what becomes of it here. */
export function EmailField({ values, errors, hint }: FieldProps<'email'> & { hint: string }) {
  return (
    <TextField
      name="email"
      label="Электронная почта"
      hint={hint}
      type="email"
      inputMode="email"
      autoComplete="email"
      spellCheck={false}
      defaultValue={values.email}
      error={errorFor(errors, 'email')}
    />
  )
}

/** Name, birth date and e-mail: the same three wherever a shopper introduces themselves. */
export function ProfileFields({ values, errors }: FieldProps<string>) {
  const dateError = errors.find(({ fieldId }) => fieldId !== null && dateIds.includes(fieldId))
  return (
    <>
      <NameField values={values} errors={errors} />
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
      <EmailField
        values={values}
        errors={errors}
        hint="Необязательно. Пришлём письмо, чтобы подтвердить адрес"
      />
    </>
  )
}
