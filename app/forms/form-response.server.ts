import type { Flash } from '~/session/session.server'

import type { FormErrors } from './form-errors'

interface RefusalOptions<ExtraData> {
  /** Replaces the error summary's title. */
  title?: string
  /** 422 by default; 429 after a limit. */
  status?: number
  /** Replaces the same properties of the screen's data. */
  extraData?: Partial<ExtraData>
}

/** How a form ends for the shopper; the functions below make each kind. */
export type FormResponse<ExtraData = object> =
  | { type: 'redirect'; to?: string; flash?: Flash | undefined }
  | ({ type: 'refusal'; errors: FormErrors } & RefusalOptions<ExtraData>)
  | { type: 'status'; status: number }
  | { type: 'json'; body: object }
  | { type: 'file'; file: Response }

/** Opens another page, with a notice. */
export const redirectTo = (to: string, flash?: Flash) => ({ type: 'redirect', to, flash }) as const

/** Opens the field `returnTo`, or else the form's own page, without a notice. */
export const redirectBack = { type: 'redirect' } as const

/** Opens the same page with a notice. */
export const notice = (flash: Flash) => ({ type: 'redirect', flash }) as const

/**
 * Shows the form again with its errors.
 * @param errors empty for the schema's errors
 */
export const refuse = <Options extends RefusalOptions<object>>(
  errors: FormErrors,
  options?: Options,
) => ({ type: 'refusal', errors, ...options }) as { type: 'refusal'; errors: FormErrors } & Options

/** Responds to the product's script with a status. */
export const rawStatus = (status: number) => ({ type: 'status', status }) as const

/** Responds to the product's script with JSON. */
export const json = (body: object) => ({ type: 'json', body }) as const

/** Responds to any client with a file. */
export const file = (response: Response) => ({ type: 'file', file: response }) as const
