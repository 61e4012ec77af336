import { z } from 'zod'

import { emailError, withPlainDomain } from './email.server'
import { plainDigits } from './plain-text'

const MAX_NAME_LENGTH = 50

/** A part that is too long makes the date invalid. */
const datePart = (pattern: string) =>
  z
    .string()
    .meta({ pattern })
    .transform((text) => plainDigits(text).trim().slice(0, 64))
    .optional()

/**
 * The rules of a profile's inputs, in the order of forms and errors; an empty optional input is left out.
 * docs/how-to/field.md explains how to add one.
 */
export const profileShape = {
  firstName: z
    .string({ error: 'Укажите имя' })
    .trim()
    .min(1, { error: 'Укажите имя' })
    .max(MAX_NAME_LENGTH, { error: `Имя — не длиннее ${MAX_NAME_LENGTH} букв` })
    .regex(/^\p{L}[\p{L}\p{M} '’.\-]*$/u, {
      error: 'В имени могут быть буквы, пробел, дефис и апостроф',
    }),
  birthDateDay: datePart('\\s*\\p{Nd}{1,2}\\s*'),
  birthDateMonth: datePart('\\s*(?:\\p{Nd}{1,2}|\\p{L}{3,})\\s*'),
  birthDateYear: datePart('\\s*\\p{Nd}{4}\\s*'),
  email: z
    .string()
    .trim()
    .max(254, { error: 'Адрес почты слишком длинный' })
    .transform((email, issues) => {
      const message = emailError(email)
      if (!message) return withPlainDomain(email)
      issues.addIssue({ code: 'custom', message })
      return z.NEVER
    })
    .optional(),
}

export type ProfileInputName = keyof typeof profileShape

interface FieldMessages {
  /** The error when the gateway refuses a value without a reason that we translate. */
  refused: string
  /** The error of an emptied optional field: the gateway can replace values but not delete them. */
  emptied?: string
}

/** Messages of the fields by their names for the gateway and analytics. */
export const profileMessages = {
  firstName: { refused: 'Проверьте имя' },
  birthDate: {
    refused: 'Проверьте дату рождения',
    emptied: 'Дату рождения можно исправить, но не стереть',
  },
  email: {
    refused: 'Проверьте адрес почты',
    emptied: 'Почту можно заменить, но не стереть: укажите другой адрес',
  },
} satisfies Record<string, FieldMessages>

export type ProfileFieldName = keyof typeof profileMessages
