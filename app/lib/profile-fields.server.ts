import { z } from 'zod'

import { emailError, withPlainDomain } from './email.server'
import { plainDigits } from './plain-text'

const LONGEST_NAME = 50

/** The forms with these fields; `incomplete` only shows missing ones. */
export type ProfileFormName = 'registration' | 'incomplete' | 'edit'

interface Field {
  label: string
  autoComplete: string
  /** One hint for all forms, or hints by form. */
  hint?: string | Partial<Record<ProfileFormName, string>>
  /** The error when the gateway refuses a value without a reason that we translate. */
  refused: string
  /** The error of an emptied optional field: the gateway can replace values but not delete them. */
  emptied?: string
}

/** A single-line field, part of every form. */
export interface ProfileLineField extends Field {
  type: 'text' | 'email'
  /** Optional here means optional in every form; an empty field is left out. */
  rule: z.ZodType<string | undefined, string | undefined>
}

/** A date of three inputs, in every form but `edit`. Input names start with the field's name. */
export interface ProfileDateField extends Field {
  type: 'date'
  parts: Record<string, z.ZodType<string | undefined, string | undefined>>
  /** The error of an empty date in forms that require it. */
  missing: string
}

/** A part that is too long makes the date invalid. */
const datePart = (pattern: string) =>
  z
    .string()
    .meta({ pattern })
    .transform((text) => plainDigits(text).trim().slice(0, 64))
    .optional()

/**
 * The fields of a profile, in the order of forms and errors. The key names the field for the
 * gateway, forms and analytics; docs/how-to/field.md explains how to add one.
 */
export const profileFields = {
  firstName: {
    label: 'Имя',
    type: 'text',
    autoComplete: 'given-name',
    hint: { incomplete: 'Обязательно' },
    rule: z
      .string({ error: 'Укажите имя' })
      .trim()
      .min(1, { error: 'Укажите имя' })
      .max(LONGEST_NAME, { error: `Имя — не длиннее ${LONGEST_NAME} букв` })
      .regex(/^\p{L}[\p{L}\p{M} '’.\-]*$/u, {
        error: 'В имени могут быть буквы, пробел, дефис и апостроф',
      }),
    refused: 'Проверьте имя',
  },
  birthDate: {
    label: 'Дата рождения',
    type: 'date',
    autoComplete: 'bday',
    hint: {
      registration: 'Необязательно. Например, 13 04 1985',
      incomplete: 'Обязательно. Например, 13 04 1985',
    },
    parts: {
      birthDateDay: datePart('\\s*\\p{Nd}{1,2}\\s*'),
      birthDateMonth: datePart('\\s*(?:\\p{Nd}{1,2}|\\p{L}{3,})\\s*'),
      birthDateYear: datePart('\\s*\\p{Nd}{4}\\s*'),
    },
    missing: 'Укажите дату рождения',
    refused: 'Проверьте дату рождения',
    emptied: 'Дату рождения можно исправить, но не стереть',
  },
  email: {
    label: 'Электронная почта',
    type: 'email',
    autoComplete: 'email',
    hint: {
      registration: 'Необязательно. Пришлём письмо, чтобы подтвердить адрес',
      incomplete: 'Необязательно. Пришлём письмо, чтобы подтвердить адрес',
      edit: 'На новый адрес придёт письмо со ссылкой',
    },
    rule: z
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
    refused: 'Проверьте адрес почты',
    emptied: 'Почту можно заменить, но не стереть: укажите другой адрес',
  },
} satisfies Record<string, ProfileLineField | ProfileDateField>

type Fields = typeof profileFields
export type ProfileFieldName = keyof Fields
/** Single-line fields; the input has the field's name. */
export type LineName = {
  [Name in ProfileFieldName]: Fields[Name] extends { rule: unknown } ? Name : never
}[ProfileFieldName]
/** The rules by input name. */
export type ProfileShape = {
  [Name in LineName]: Fields[Name]['rule']
} & Fields['birthDate']['parts']
export type ProfileInputName = keyof ProfileShape

/** The declared fields in their order. */
export const profileEntries = Object.entries(profileFields) as [
  ProfileFieldName,
  ProfileLineField | ProfileDateField,
][]

/** The rules of all inputs, in the order of the fields. */
export const profileShape = Object.fromEntries(
  profileEntries.flatMap(([name, field]) =>
    Object.entries(field.type === 'date' ? field.parts : { [name]: field.rule }),
  ),
) as ProfileShape

export const profileInputNames = Object.keys(profileShape) as ProfileInputName[]

/** The inputs of a field; errors of the whole field appear at the first. */
export function inputsOf(name: ProfileFieldName): [ProfileInputName, ...ProfileInputName[]] {
  const field = profileFields[name]
  const names = field.type === 'date' ? Object.keys(field.parts) : [name]
  return names as [ProfileInputName, ...ProfileInputName[]]
}
