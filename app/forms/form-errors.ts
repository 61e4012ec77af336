/** What is wrong with a form. */
export interface FormError {
  /** The field's name, which is its id on the page; null for what concerns the whole form. */
  fieldId: string | null
  /** Russian, for the shopper. */
  message: string
  /** In place of the summary's own title. */
  title?: string
}

/** What is wrong with the form as a whole. */
export function wholeForm(message: string): FormError[] {
  return [{ fieldId: null, message }]
}

/** What is wrong with one field, undefined when nothing is. */
export function errorFor(errors: readonly FormError[], fieldId: string): string | undefined {
  return errors.find((error) => error.fieldId === fieldId)?.message
}
