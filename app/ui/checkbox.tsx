import type { InputHTMLAttributes, ReactNode } from 'react'

import styles from './checkbox.module.css'
import { describedBy, FieldError, FieldHint } from './field'

type CheckboxProps = {
  name: string
  /** May hold links, as a consent does. */
  label: ReactNode
  id?: string
  hint?: ReactNode
  error?: string
} & Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'id' | 'name' | 'type' | 'style' | 'className' | 'required'
>

/** One yes or no. It is never ticked for the shopper: `defaultChecked` is what they chose before. */
export function Checkbox({ name, label, id = name, hint, error, ...input }: CheckboxProps) {
  return (
    <div className={styles.field}>
      <FieldError id={id}>{error}</FieldError>
      <div className={styles.row}>
        <input
          {...input}
          className={styles.box}
          id={id}
          name={name}
          type="checkbox"
          aria-invalid={error ? true : undefined}
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
