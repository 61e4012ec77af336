import { decodeJwt } from 'jose'
import { z } from 'zod'

import type { ProfileFieldName } from '~/domain/profile-fields.server'

import { day, id, maybe, orElse, shownText } from './common.server'

/** The audience of every token (specification 9.3). */
export const AUDIENCE = 'V1-web' as const

export const codeRequest = z.object({
  aud: z.literal(AUDIENCE),
  'captcha-token': z.string(),
  phone: z.string().regex(/^7\d{10}$/),
})

/**
 * Longer than any code lives; a larger number has another unit and may exceed the range of dates.
 */
const MAX_CODE_SECONDS = 86_400

export const codeRequested = z.object({
  /** Unix seconds, rounded to whole ones. */
  expires: z.number().transform((seconds) => {
    const latest = Math.floor(Date.now() / 1000) + MAX_CODE_SECONDS
    return Math.max(0, Math.min(Math.floor(seconds), latest))
  }),
  attemptId: id,
})

export const codeCheck = z.object({
  aud: z.literal(AUDIENCE),
  code: z.string().regex(/^\d{5}$/),
  phone: z.string().regex(/^7\d{10}$/),
  attemptId: id,
})

export const codeChecked = z.object({
  magnitIDCode: id,
  userId: id,
  isRegistered: z.boolean(),
})

export const tokenExchange = z.object({ aud: z.literal(AUDIENCE), magnitIDCode: id })

export const tokenRefresh = z.object({ aud: z.literal(AUDIENCE), refreshToken: id })

/** A token without an expiry could not be refreshed in time. */
function isJwtWithEnd(token: string): boolean {
  try {
    const { exp } = decodeJwt(token)
    return typeof exp === 'number' && exp !== 0
  } catch {
    return false
  }
}

/** `accessToken` is a JWT with `exp`; `refreshToken` is opaque and valid once. */
export const tokens = z.object({ accessToken: id.refine(isJwtWithEnd), refreshToken: id })
export type Tokens = z.output<typeof tokens>

/** Profile fields that shoppers edit; registration requires the name. */
export const profileChange = z.object({
  firstName: z.string().min(1).optional(),
  birthDate: day.optional(),
  email: z.string().optional(),
} satisfies Record<ProfileFieldName, z.ZodType>)
export type ProfileChange = z.output<typeof profileChange>

export const registration = z.object({
  magnitIDCode: id,
  ...profileChange.required({ firstName: true }).shape,
})
export type Registration = z.output<typeof registration>

export const registered = z.object({ userId: id })

/** The profile. Null: empty; undefined: unknown, so the screen does not ask for it. */
export const profile = z
  .object({
    userId: maybe(id),
    phone: orElse(z.string(), ''),
    firstName: orElse(shownText, ''),
    birthDate: orElse(day.nullable(), undefined),
    email: orElse(z.string().nullable(), undefined),
    isEmailConfirmed: orElse(z.boolean(), undefined),
    cardNumber: orElse(z.string().nullable(), null),
  } satisfies Record<ProfileFieldName, z.ZodType> & Record<string, z.ZodType>)
  .refine(({ phone, firstName }) => phone !== '' || firstName !== '')
export type Profile = z.output<typeof profile>

export const emailConfirmation = z.object({ email: z.string().min(1) })
