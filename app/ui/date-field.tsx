import type { InputHTMLAttributes, ReactNode } from 'react'

import styles from './date-field.module.css'
import { describedBy, FieldError, FieldHint, isInvalid } from './field'

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
