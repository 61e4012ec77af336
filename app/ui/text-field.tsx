import { forwardRef, type InputHTMLAttributes, type ReactNode } from 'react'

import { classes } from './classes'
import { describedBy, FieldError, FieldHint, isInvalid } from './field'
import styles from './text-field.module.css'

type TextFieldProps = {
  name: string
  label: ReactNode
  /** The address of the field in the error summary; the name, unless a page has it twice. */
  id?: string
  hint?: ReactNode
  /** The first is shown. */
  errors?: readonly string[] | undefined
  width?: 'code' | 'short' | 'full'
} & Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'id' | 'name' | 'width' | 'style' | 'className' | 'placeholder'
>

/**
 * One line of text with its label above. `width="code"` is the one-time code: a single wide input
 * without `maxlength`, so that a pasted «12 345» arrives whole. The enter key sends the form, so it says «done»;
 * a form that leads on or searches says `enterKeyHint="go"` or `"search"`.
 */
export const TextField = forwardRef<HTMLInputElement, TextFieldProps>(function TextField(
  { name, label, id = name, hint, errors, width = 'full', type = 'text', ...input },
  ref,
) {
  const error = errors?.[0]
  const code = width === 'code' && {
    inputMode: 'numeric' as const,
    autoComplete: 'one-time-code',
    spellCheck: false,
  }
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <FieldHint id={id}>{hint}</FieldHint>
      <FieldError id={id}>{error}</FieldError>
      <input
        enterKeyHint="done"
        {...code}
        {...input}
        ref={ref}
        className={classes(styles[width])}
        id={id}
        name={name}
        type={type}
        aria-invalid={isInvalid(error, input.required)}
        aria-describedby={describedBy(id, hint, error)}
      />
    </div>
  )
})
