import { forwardRef, type InputHTMLAttributes, type ReactNode } from 'react'

import styles from './switch.module.css'

type SwitchProps = {
  name: string
  /** Needed when several switches share a name. */
  id?: string
  label: ReactNode
  hint?: ReactNode
} & Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'name' | 'type' | 'style' | 'className'>

/** A switch with its label on the left; a checkbox for its form. */
export const Switch = forwardRef<HTMLInputElement, SwitchProps>(function Switch(
  { name, id = name, label, hint, ...input },
  ref,
) {
  return (
    <div className={styles.row}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {hint && (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <input
        {...input}
        ref={ref}
        className={styles.switch}
        id={id}
        name={name}
        type="checkbox"
        aria-describedby={hint ? `${id}-hint` : undefined}
      />
    </div>
  )
})
