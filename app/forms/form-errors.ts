interface FormError {
  fieldId: string | null
  message: string
}

/** What is wrong with one field, undefined when nothing is. */
export function errorFor(errors: readonly FormError[], fieldId: string): string | undefined {
  return errors.find((error) => error.fieldId === fieldId)?.message
}
