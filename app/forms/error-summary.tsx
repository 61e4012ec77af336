import type { MouseEvent } from 'react'

import { defaultNotice } from '~/lib/default-notice'

import type { FormError } from './form-errors'
import styles from './error-summary.module.css'

/**
 * The jump to the field without a navigation of the router, which would take the refused form away:
 * what was typed and what is wrong with it.
 */
function lead(event: MouseEvent, fieldId: string): void {
  const field = document.getElementById(fieldId)
  if (!field) return
  event.preventDefault()
  field.focus()
}

/** Who is asked for one thing more has made no error: what has a title of its own is told under it. */
function titleOf(errors: readonly FormError[]): string {
  const own = errors.find(({ title }) => title)?.title
  const isField = errors.some(({ fieldId }) => fieldId)
  if (own) return own
  if (!isField) return defaultNotice.title
  return errors.length === 1 ? 'Исправьте ошибку' : 'Исправьте ошибки'
}

/** All that is wrong with a form, at the top of the page; shows nothing when all is well. */
export function ErrorSummary({
  errors,
  title = titleOf(errors),
}: {
  errors: FormError[]
  title?: string
}) {
  if (errors.length === 0) return null
  return (
    <div
      className={styles.summary}
      role="alert"
      tabIndex={-1}
      id="error-summary"
      aria-labelledby="error-summary-title"
    >
      <h2 className={styles.title} id="error-summary-title">
        {title}
      </h2>
      <ul className={styles.list}>
        {errors.map(({ fieldId, message }) => (
          <li key={`${fieldId} ${message}`}>
            {fieldId ? (
              <a href={`#${fieldId}`} onClick={(event) => lead(event, fieldId)}>
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
