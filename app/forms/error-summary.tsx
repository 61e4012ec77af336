import type { FormError } from './form-errors'
import styles from './error-summary.module.css'

/** All that is wrong with a form, at the top of the page; shows nothing when all is well. */
export function ErrorSummary({
  errors,
  title = 'Исправьте ошибки',
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
            {fieldId ? <a href={`#${fieldId}`}>{message}</a> : message}
          </li>
        ))}
      </ul>
    </div>
  )
}
