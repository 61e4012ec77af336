import type { ReactNode } from 'react'

import styles from './field.module.css'
import { Icon } from './icon'

/** The ids a control refers to with `aria-describedby`; none if there is nothing to refer to. */
export function describedBy(id: string, hint: ReactNode, error: ReactNode): string | undefined {
  return [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined
}

/** `aria-invalid` of a control: browsers call an empty required one invalid before anybody has filled it in. */
export function isInvalid(error: ReactNode, isRequired: boolean | undefined): boolean | undefined {
  return error ? true : isRequired ? false : undefined
}

/** What to enter, under the label. */
export function FieldHint({ id, children }: { id: string; children: ReactNode }) {
  return children ? (
    <p className={styles.hint} id={`${id}-hint`}>
      {children}
    </p>
  ) : null
}

/** What is wrong, with the same text as in the summary. */
export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return children ? (
    <p className={styles.error} id={`${id}-error`}>
      <Icon name="warning" size="small" />
      <span>
        <span className="visually-hidden">Ошибка: </span>
        {children}
      </span>
    </p>
  ) : null
}
