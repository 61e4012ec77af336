import type { ReactNode, TextareaHTMLAttributes } from 'react'

import { describedBy, FieldError, FieldHint, isInvalid } from './field'

type TextAreaProps = {
  name: string
  label: ReactNode
  id?: string
  hint?: ReactNode
  /** Shows the first error. */
  errors?: readonly string[] | undefined
} & Omit<
  TextareaHTMLAttributes<HTMLTextAreaElement>,
  'id' | 'name' | 'style' | 'className' | 'placeholder'
>

/** A multi-line input with its label above. */
export function TextArea({ name, label, id = name, hint, errors, ...area }: TextAreaProps) {
  const error = errors?.[0]
  return (
    <div className="stack gap-2">
      <label htmlFor={id}>{label}</label>
      <FieldHint id={id}>{hint}</FieldHint>
      <FieldError id={id}>{error}</FieldError>
      <textarea
        {...area}
        id={id}
        name={name}
        aria-invalid={isInvalid(error, area.required)}
        aria-describedby={describedBy(id, hint, error)}
      />
    </div>
  )
}
