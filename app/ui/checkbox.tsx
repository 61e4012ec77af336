import type { InputHTMLAttributes, ReactNode } from 'react'

import styles from './checkbox.module.css'
import { describedBy, FieldError, FieldHint, isInvalid } from './field'

type CheckboxProps = {
  name: string
  /** May contain links, as in a consent. */
  label: ReactNode
  id?: string
  hint?: ReactNode
  /** Shows the first error. */
  errors?: readonly string[] | undefined
} & Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'name' | 'style' | 'className'>

/** A checkbox. Never ticked in advance: `defaultChecked` is the shopper's own choice. */
export function Checkbox({ name, label, id = name, hint, errors, ...input }: CheckboxProps) {
  const error = errors?.[0]
  return (
    <div>
      <FieldError id={id}>{error}</FieldError>
      <div className={styles.row}>
        <input
          {...input}
          className={styles.box}
          id={id}
          name={name}
          type="checkbox"
          aria-invalid={isInvalid(error, input.required)}
          aria-describedby={describedBy(id, hint, error)}
        />
        <label className={styles.label} htmlFor={id}>
          {label}
        </label>
      </div>
      {hint && (
        <div className={styles.hint}>
          <FieldHint id={id}>{hint}</FieldHint>
        </div>
      )}
    </div>
  )
}
