import type { ReactNode } from 'react'

import styles from './field.module.css'
import { Icon } from './icon'

/** The value of `aria-describedby`; undefined without hint and error. */
export function describedBy(id: string, hint: ReactNode, error: ReactNode): string | undefined {
  return [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined
}

/**
 * The value of `aria-invalid`; without it browsers report an empty required input before any input.
 */
export function isInvalid(error: ReactNode, isRequired: boolean | undefined): boolean | undefined {
  return error ? true : isRequired ? false : undefined
}

/** A hint under the label. */
export function FieldHint({ id, children }: { id: string; children: ReactNode }) {
  return children ? (
    <p className={styles.hint} id={`${id}-hint`}>
      {children}
    </p>
  ) : null
}

/**
 * The error of a field, with the same text as in the error summary. Without a script the browser shows the first
 * one, or the summary before it.
 */
export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return children ? (
    // eslint-disable-next-line jsx-a11y/no-autofocus -- a refused form begins at its error
    <p className={styles.error} id={`${id}-error`} tabIndex={-1} autoFocus>
      <Icon name="warning" size="small" />
      <span>
        <span className="visually-hidden">Ошибка: </span>
        {children}
      </span>
    </p>
  ) : null
}
