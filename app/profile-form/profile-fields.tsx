import { getInputProps, type FieldMetadata } from '@conform-to/react'
import { useHydrated } from 'remix-utils/use-hydrated'
import type { InputHTMLAttributes, ReactNode } from 'react'

import type { ProfileInputName } from '~/domain/profile-fields.server'
import { TextField } from '~/ui/text-field'
import styles from '~/ui/date-field.module.css'
import { describedBy, FieldError, FieldHint, isInvalid } from '~/ui/field'

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

type PartProps = InputHTMLAttributes<HTMLInputElement> & { id: string; name: string }

type DateFieldProps = {
  legend: ReactNode
  hint?: ReactNode
  /** Errors of all three inputs; shows the first. */
  errors?: readonly string[] | undefined
  day: PartProps
  month: PartProps
  year: PartProps
  /** 'bday' enables autofill of the birthday. */
  autoCompletePrefix?: string
}

/** A date as day, month and year; the month accepts letters («мая»). */
export function DateField({ legend, hint, errors, autoCompletePrefix, ...parts }: DateFieldProps) {
  const { id } = parts.day
  const error = errors?.[0]
  const part = (name: 'day' | 'month' | 'year', label: string) => (
    <div className={name === 'year' ? styles.year : styles.part}>
      <label htmlFor={parts[name].id}>{label}</label>
      <input
        {...parts[name]}
        type="text"
        enterKeyHint="done"
        inputMode={name === 'month' ? undefined : 'numeric'}
        autoComplete={autoCompletePrefix && `${autoCompletePrefix}-${name}`}
        aria-invalid={isInvalid(error, parts[name].required)}
        aria-describedby={error ? `${id}-error` : undefined}
      />
    </div>
  )
  return (
    <fieldset className={styles.field} aria-describedby={describedBy(id, hint, error)}>
      <legend>{legend}</legend>
      <FieldHint id={id}>{hint}</FieldHint>
      <FieldError id={id}>{error}</FieldError>
      <div className={styles.parts}>
        {part('day', 'День')}
        {part('month', 'Месяц')}
        {part('year', 'Год')}
      </div>
    </fieldset>
  )
}
