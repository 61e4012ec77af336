import type { InputHTMLAttributes, ReactNode } from 'react'

import styles from './switch.module.css'

type SwitchProps = {
  name: string
  label: ReactNode
  hint?: ReactNode
} & Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'name' | 'type' | 'style' | 'className'>

/** On or off, with what it stands for on its left. A checkbox to the form that it is part of. */
export function Switch({ name, label, hint, ...input }: SwitchProps) {
  return (
    <div className={styles.row}>
      <label className={styles.label} htmlFor={name}>
        {label}
      </label>
      {hint && (
        <p className={styles.hint} id={`${name}-hint`}>
          {hint}
        </p>
      )}
      <input
        {...input}
        className={styles.switch}
        id={name}
        name={name}
        type="checkbox"
        aria-describedby={hint ? `${name}-hint` : undefined}
      />
    </div>
  )
}
