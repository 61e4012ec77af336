import { z } from 'zod'

import { plainDigits } from '~/lib/plain-text'

import { parseBirthDate, type DateParts } from './birth-date'
import { emailFault, withPlainDomain } from './email.server'
import { fieldError, type FormErrors } from './form-errors'

const LONGEST_NAME = 50

/** Cut, because longer it is wrong all the same, and is informed as a part of the date. */
const datePart = (pattern: string) =>
  z
    .string()
    .meta({ pattern })
    .transform((text) => plainDigits(text).trim().slice(0, 64))
    .optional()

/** The fields in which a shopper introduces themselves; what is left empty is absent. */
export const profileFields = {
  firstName: z
    .string({ error: 'Укажите имя' })
    .trim()
    .min(1, { error: 'Укажите имя' })
    .max(LONGEST_NAME, { error: `Имя — не длиннее ${LONGEST_NAME} букв` })
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
      const message = emailFault(email)
      if (!message) return withPlainDomain(email)
      issues.addIssue({ code: 'custom', message })
      return z.NEVER
    })
    .optional(),
}

interface DateFields {
  birthDateDay?: string | undefined
  birthDateMonth?: string | undefined
  birthDateYear?: string | undefined
}

/** The three date fields as a form holds them. */
function dateParts(fields: DateFields): DateParts {
  return {
    day: fields.birthDateDay ?? '',
    month: fields.birthDateMonth ?? '',
    year: fields.birthDateYear ?? '',
  }
}

const dateFieldIds = {
  day: 'birthDateDay',
  month: 'birthDateMonth',
  year: 'birthDateYear',
} as const

/** The fault of the birth date at the part that is wrong; null when it has none. */
function birthDateFault(fields: DateFields, isRequired: boolean) {
  const date = parseBirthDate(dateParts(fields), new Date())
  if (date.kind === 'invalid') return { path: [dateFieldIds[date.part]], message: date.message }
  if (date.kind === 'date' || !isRequired) return null
  return { path: [dateFieldIds.day], message: 'Укажите дату рождения' }
}

/**
 * Adds the fault of the birth date, if it has one, whatever else is wrong: zod passes the checks
 * of an object over once a field has failed. It stands after the name's, as on the form.
 */
export function withBirthDate<Shape extends typeof profileFields>(
  schema: z.ZodObject<Shape>,
  { isRequired = false } = {},
): z.ZodObject<Shape> {
  const check = z.check<DateFields>(({ value, issues }) => {
    const fault = birthDateFault(value, isRequired)
    const ofName = issues.filter(({ path }) => path?.[0] === 'firstName').length
    if (fault) issues.splice(ofName, 0, { code: 'custom', input: value, ...fault })
  })
  check._zod.def.when = () => true
  return schema.check(check as z.core.$ZodCheck<unknown>)
}

/** `YYYY-MM-DD`, or undefined when the fields were left empty (section 5: omitted). */
export function readBirthDate(fields: DateFields): string | undefined {
  const date = parseBirthDate(dateParts(fields), new Date())
  return date.kind === 'date' ? date.value : undefined
}

/** What the gateway holds and nothing takes away: a field that is left empty is not sent. */
export const notEmptied = {
  birthDate: 'Дату рождения можно исправить, но не стереть',
  email: 'Почту можно заменить, но не стереть: укажите другой адрес',
}

interface RefusedField {
  name: string
  code: string
}

const personalEmail = 'Укажите личную почту'

/** By the gateway's names of its fields: ours, and what to say there. */
const refusals: Record<string, [field: string, message: string]> = {
  firstName: ['firstName', 'Проверьте имя'],
  birthDate: ['birthDateDay', 'Проверьте дату рождения'],
  email: ['email', 'Проверьте адрес почты'],
}

/** The gateway's refusal as text, each at its field; null when it names no field of ours. */
export function profileErrors({
  code,
  fields = [],
}: {
  code?: string | undefined
  fields?: RefusedField[] | undefined
}): FormErrors | null {
  if (code === 'emailForbiddenToUse') return fieldError('email', personalEmail)
  const fieldErrors = Object.fromEntries(
    fields.flatMap(({ name, code: reason }) => {
      const [field, message] = refusals[name] ?? []
      if (field === undefined || message === undefined) return []
      return [[field, [reason === 'emailForbiddenToUse' ? personalEmail : message]]]
    }),
  )
  return Object.keys(fieldErrors).length > 0 ? { fieldErrors } : null
}
