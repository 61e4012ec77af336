/** The texts for errors without a text of their own (specification 8.10). */
export const defaultNotice = {
  title: 'Ошибка',
  description: 'Что-то пошло не так. Попробуйте чуть позже',
} as const

/** Errors of a form, as input of conform's `reply`. */
export interface FormErrors {
  formErrors?: string[]
  fieldErrors?: Record<string, string[]>
}

/** Messages by field name, as in conform's result; those of the whole form have an empty name. */
export type ErrorsByName = Readonly<Record<string, readonly string[] | null | undefined>>

export function formError(message: string): FormErrors {
  return { formErrors: [message] }
}

export function fieldError(name: string, message: string): FormErrors {
  return { fieldErrors: { [name]: [message] } }
}

/** Both kinds as in conform's result. */
export function byName({ formErrors, fieldErrors }: FormErrors): Record<string, string[]> {
  return { ...(formErrors && { '': formErrors }), ...fieldErrors }
}
