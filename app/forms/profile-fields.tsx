import { getInputProps, type FieldMetadata } from '@conform-to/react'

import { DateField } from '~/ui/date-field'
import { TextField } from '~/ui/text-field'

type Field = FieldMetadata<string | undefined>

const REQUIRED = 'Обязательно'

/** How a shopper wants to be addressed. */
export function NameField({ field, hint }: { field: Field; hint?: string }) {
  return (
    <TextField
      {...getInputProps(field, { type: 'text' })}
      required
      label="Имя"
      {...(hint && { hint })}
      autoComplete="given-name"
      errors={field.errors}
    />
  )
}

/** The address for letters and receipts; `hint` says what becomes of it here. */
export function EmailField({ field, hint }: { field: Field; hint: string }) {
  return (
    <TextField
      {...getInputProps(field, { type: 'email' })}
      label="Электронная почта"
      hint={hint}
      inputMode="email"
      autoComplete="email"
      spellCheck={false}
      errors={field.errors}
    />
  )
}

type ProfileFieldsProps = {
  fields: Record<'firstName' | 'birthDateDay' | 'birthDateMonth' | 'birthDateYear' | 'email', Field>
  /** The programme needs the birth date, too. */
  isDateRequired?: boolean
}

/** Name, birth date and e-mail: the same three wherever a shopper introduces themselves. */
export function ProfileFields({ fields, isDateRequired = false }: ProfileFieldsProps) {
  const { birthDateDay, birthDateMonth, birthDateYear } = fields
  const part = (field: Field) => ({
    ...getInputProps(field, { type: 'text' }),
    ...(isDateRequired && { required: true }),
  })
  return (
    <>
      <NameField field={fields.firstName} {...(isDateRequired && { hint: REQUIRED })} />
      <DateField
        legend="Дата рождения"
        hint={`${isDateRequired ? REQUIRED : 'Необязательно'}. Например, 13 04 1985`}
        autoCompletePrefix="bday"
        day={part(birthDateDay)}
        month={part(birthDateMonth)}
        year={part(birthDateYear)}
        errors={birthDateDay.errors ?? birthDateMonth.errors ?? birthDateYear.errors}
      />
      <EmailField
        field={fields.email}
        hint="Необязательно. Пришлём письмо, чтобы подтвердить адрес"
      />
    </>
  )
}
