import { errorFor, type FormError } from './form-errors'

import { DateField } from '~/ui/date-field'
import { TextField } from '~/ui/text-field'

interface FieldProps<Name extends string> {
  /** Typed before, or known. */
  values: Partial<Record<Name, string>>
  errors: readonly FormError[]
}

const REQUIRED = 'Обязательно'

const dateIds = ['birthDate', 'birthDateMonth', 'birthDateYear']

/** How a shopper wants to be addressed. */
export function NameField({ values, errors, hint }: FieldProps<'firstName'> & { hint?: string }) {
  return (
    <TextField
      name="firstName"
      label="Имя"
      {...(hint && { hint })}
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

/**
 * Name, birth date and e-mail: the same three wherever a shopper introduces themselves.
 * @param isDateRequired the programme needs the birth date, too
 */
export function ProfileFields({
  values,
  errors,
  isDateRequired = false,
}: FieldProps<string> & { isDateRequired?: boolean }) {
  const dateError = errors.find(({ fieldId }) => fieldId !== null && dateIds.includes(fieldId))
  return (
    <>
      <NameField values={values} errors={errors} {...(isDateRequired && { hint: REQUIRED })} />
      <DateField
        name="birthDate"
        legend="Дата рождения"
        hint={`${isDateRequired ? REQUIRED : 'Необязательно'}. Например, 13 04 1985`}
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
