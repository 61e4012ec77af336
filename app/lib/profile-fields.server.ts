import { z } from 'zod'

import { emailFault, withPlainDomain } from './email.server'
import { plainDigits } from './plain-text'

const LONGEST_NAME = 50

/** The forms with these fields; `incomplete` asks for what the programme lacks. */
export type ProfileFormName = 'registration' | 'incomplete' | 'edit'

interface Field {
  label: string
  /** In the exported table, where it is not the label. */
  exportedAs?: string
  autoComplete: string
  /** One for all forms, or one for each that has any. */
  hint?: string | Partial<Record<ProfileFormName, string>>
  /** Shown at the field when the gateway refuses its value without a reason that we map. */
  refused: string
  /** Shown at an optional field that was emptied: the gateway replaces values and deletes none. */
  emptied?: string
}

/** A field of one line. It stands in every form. */
export interface LineField extends Field {
  type: 'text' | 'email'
  /** Optional here is optional in every form; what is left empty is absent. */
  rule: z.ZodType<string | undefined, string | undefined>
}

/** A date of three inputs, in every form but `edit`. Their names begin with the field's. */
export interface DateField extends Field {
  type: 'date'
  parts: Record<string, z.ZodType<string | undefined, string | undefined>>
  /** Shown where the form requires the date. */
  missing: string
}

/** A longer part is wrong as well: its error is the date's. */
const datePart = (pattern: string) =>
  z
    .string()
    .meta({ pattern })
    .transform((text) => plainDigits(text).trim().slice(0, 64))
    .optional()

/**
 * The fields in which shoppers introduce themselves, in the order of forms and errors. A key is the name of the
 * field for the gateway, forms and analytics; docs/how-to/field.md adds one.
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
    exportedAs: 'Почта',
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
        const message = emailFault(email)
        if (!message) return withPlainDomain(email)
        issues.addIssue({ code: 'custom', message })
        return z.NEVER
      })
      .optional(),
    refused: 'Проверьте адрес почты',
    emptied: 'Почту можно заменить, но не стереть: укажите другой адрес',
  },
} satisfies Record<string, LineField | DateField>

type Fields = typeof profileFields
export type ProfileFieldName = keyof Fields
/** The fields of one line: an input has its field's name. */
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
  LineField | DateField,
][]

/** The rules of all inputs, in the order of the fields. */
export const profileShape = Object.fromEntries(
  profileEntries.flatMap(([name, field]) =>
    Object.entries(field.type === 'date' ? field.parts : { [name]: field.rule }),
  ),
) as ProfileShape

export const profileInputNames = Object.keys(profileShape) as ProfileInputName[]

/** The inputs of a field; errors of the field as a whole are shown at the first. */
export function inputsOf(name: ProfileFieldName): [ProfileInputName, ...ProfileInputName[]] {
  const field = profileFields[name]
  const names = field.type === 'date' ? Object.keys(field.parts) : [name]
  return names as [ProfileInputName, ...ProfileInputName[]]
}
