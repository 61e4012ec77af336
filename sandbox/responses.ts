import { HttpResponse } from 'msw'

export interface FieldError {
  name: string
  code: string
  message?: string
}

/** An error response in the contract's form. */
export function refuse(
  status: number,
  code: string,
  message?: string,
  fields?: FieldError[],
): Response {
  return HttpResponse.json(
    { code, ...(message && { message }), ...(fields && { fields }) },
    { status },
  )
}

export const notFound = (message?: string) => refuse(404, 'not_found', message)

/** 422 that names the wrong fields. */
export function invalidFields(fields: FieldError[]): Response {
  return refuse(422, 'validationError', 'Проверьте поля', fields)
}

/** 422 without fields. */
export const refuseInvalid = (message: string) => refuse(422, 'validationError', message)

export const noContent = () => new HttpResponse(null, { status: 204 })
