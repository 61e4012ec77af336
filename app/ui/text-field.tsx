import { forwardRef, type InputHTMLAttributes, type ReactNode } from 'react'

import { classes } from './classes'
import { describedBy, FieldError, FieldHint, isInvalid } from './field'
import styles from './text-field.module.css'

type TextFieldProps = {
  name: string
  label: ReactNode
  /** The field's id in the error summary; by default the name, which must be unique on the page. */
  id?: string
  hint?: ReactNode
  /** Shows the first error. */
  errors?: readonly string[] | undefined
  width?: 'code' | 'short' | 'full'
} & Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'id' | 'name' | 'width' | 'style' | 'className' | 'placeholder'
>

/**
 * A single-line input with its label above. `width="code"` is a one-time code without `maxlength`,
 * so that a pasted «12 345» fits. The enter key says «done», because it submits the form. Forms
 * that continue or search set `enterKeyHint="go"` or `"search"`.
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
    <div className="stack gap-2">
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
