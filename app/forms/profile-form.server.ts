import { z } from 'zod'

import { plainDigits } from '~/lib/plain-text'

import { parseBirthDate, type DateParts } from './birth-date'
import { emailFault, withPlainDomain } from './email.server'

const LONGEST_NAME = 50

/** Cut, because longer it is wrong all the same, and is told so as a part of the date. */
const datePart = z
  .string()
  .transform((text) => plainDigits(text).trim().slice(0, 64))
  .optional()

/** The fields in which a shopper introduces themselves; what is left empty is absent. */
export const profileFields = {
  firstName: z
    .string({ error: 'Укажите имя' })
    .trim()
    .min(1, { error: 'Укажите имя' })
    .max(LONGEST_NAME, { error: `Имя — не длиннее ${LONGEST_NAME} букв` })
    .regex(/^\p{L}[\p{L}\p{M} '’.-]*$/u, {
      error: 'В имени могут быть буквы, пробел, дефис и апостроф',
    }),
  birthDateDay: datePart,
  birthDateMonth: datePart,
  birthDateYear: datePart,
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

const dateFieldIds = { day: 'birthDate', month: 'birthDateMonth', year: 'birthDateYear' } as const

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

const refusals: Record<string, string> = {
  firstName: 'Проверьте имя',
  birthDate: 'Проверьте дату рождения',
  email: 'Проверьте адрес почты',
}

/**
 * The gateway's refusal in words, each at its field. A refusal that names no field of ours gives
 * an empty list.
 */
export function profileRefusals(refusal: {
  code?: string | undefined
  fields?: RefusedField[] | undefined
}): { fieldId: string; message: string }[] {
  const personalEmail = { fieldId: 'email', message: 'Укажите личную почту' }
  if (refusal.code === 'emailForbiddenToUse') return [personalEmail]
  return (refusal.fields ?? []).flatMap(({ name, code }) => {
    if (code === 'emailForbiddenToUse') return [personalEmail]
    const message = refusals[name]
    return message ? [{ fieldId: name, message }] : []
  })
}
