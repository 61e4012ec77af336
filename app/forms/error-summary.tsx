import type { MouseEvent } from 'react'

import { defaultNotice, type ErrorsByName } from './form-errors'
import styles from './error-summary.module.css'

/** Focuses the field without a navigation of the router, which would drop the refused form. */
function focusField(event: MouseEvent, id: string): void {
  const field = document.getElementById(id)
  if (!field) return
  event.preventDefault()
  field.focus()
}

type Entry = [name: string, messages: readonly string[]]

const getTitle = (entries: readonly Entry[]) =>
  entries.every(([name]) => name === '') ? defaultNotice.title : 'Исправьте ошибки'

type ErrorSummaryProps = {
  errors: ErrorsByName
  /** Prefix of the fields' ids. */
  formId: string
  /** Replaces the default title: a request for one more field is no error. */
  title?: string | undefined
}

/** All errors of a form at the top of the page; nothing for a single one, which its field shows. */
export function ErrorSummary({ errors, formId, title }: ErrorSummaryProps) {
  const entries = Object.entries(errors).filter((entry): entry is Entry =>
    Boolean(entry[1]?.length),
  )
  const [first, ...others] = entries
  if (!first || (first[0] && others.length === 0 && !title)) return null
  return (
    <div
      className={styles.summary}
      role="alert"
      tabIndex={-1}
      // eslint-disable-next-line jsx-a11y/no-autofocus -- a refused form begins here
      autoFocus
      id="error-summary"
      aria-labelledby="error-summary-title"
    >
      <h2 className={styles.title} id="error-summary-title">
        {title ?? getTitle(entries)}
      </h2>
      <ul className={styles.list}>
        {entries.map(([name, [message]]) => (
          <li key={name}>
            {name ? (
              <a
                href={`#${formId}-${name}`}
                onClick={(event) => focusField(event, `${formId}-${name}`)}
              >
                {message}
              </a>
            ) : (
              message
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
