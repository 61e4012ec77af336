/** What is wrong with a form, as conform's `reply` takes it. */
export interface FormErrors {
  formErrors?: string[]
  fieldErrors?: Record<string, string[]>
}

/** The messages of a form by field name, as conform's result has them; the form's own have the empty name. */
export type ErrorsByName = Readonly<Record<string, readonly string[] | null | undefined>>

/** What is wrong with the form as a whole. */
export function formError(message: string): FormErrors {
  return { formErrors: [message] }
}

/** What is wrong with one field. */
export function fieldError(name: string, message: string): FormErrors {
  return { fieldErrors: { [name]: [message] } }
}

/** Both as conform's result has them. */
export function byName({ formErrors, fieldErrors }: FormErrors): Record<string, string[]> {
  return { ...(formErrors && { '': formErrors }), ...fieldErrors }
}
