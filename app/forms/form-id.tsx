import { useLoaderData } from '@remix-run/react'

/**
 * The id of the page's forms, which comes with the data of each screen. It makes a repeated post of a form
 * harmless.
 */
export const useFormId = (): string =>
  (useLoaderData() as { formId?: string } | undefined)?.formId ?? ''

/** The hidden field of a form; all forms of a page share one id, also those of one kind. */
export function FormId() {
  return <input type="hidden" name="formId" value={useFormId()} />
}
