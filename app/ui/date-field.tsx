import type { ReactNode } from 'react'

import styles from './date-field.module.css'
import { describedBy, FieldError, FieldHint } from './field'

type DateFieldProps = {
  name: string
  legend: ReactNode
  hint?: ReactNode
  error?: string
  defaultValue?: { day?: string; month?: string; year?: string }
  /** 'bday' lets the browser fill in the birthday. */
  autoCompletePrefix?: string
}

/**
 * A date as people remember it: day, month, year, sent as `${name}Day`, `${name}Month` and
 * `${name}Year`. The day has the id `name`, so that the error summary can lead there. The month
 * takes letters too («мая»).
 */
export function DateField({
  name,
  legend,
  hint,
  error,
  defaultValue = {},
  autoCompletePrefix,
}: DateFieldProps) {
  const part = (suffix: 'Day' | 'Month' | 'Year', label: string, value?: string) => {
    const id = suffix === 'Day' ? name : `${name}${suffix}`
    return (
      <div className={suffix === 'Year' ? styles.year : styles.part}>
        <label htmlFor={id}>{label}</label>
        <input
          id={id}
          name={`${name}${suffix}`}
          type="text"
          inputMode={suffix === 'Month' ? undefined : 'numeric'}
          autoComplete={autoCompletePrefix && `${autoCompletePrefix}-${suffix.toLowerCase()}`}
          defaultValue={value}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${name}-error` : undefined}
        />
      </div>
    )
  }
  return (
    <fieldset
      className={styles.field}

      aria-describedby={describedBy(name, hint, error)}
    >
      <legend>{legend}</legend>
      <FieldHint id={name}>{hint}</FieldHint>
      <FieldError id={name}>{error}</FieldError>
      <div className={styles.parts}>
        {part('Day', 'День', defaultValue.day)}
        {part('Month', 'Месяц', defaultValue.month)}
        {part('Year', 'Год', defaultValue.year)}
      </div>
    </fieldset>
  )
}
