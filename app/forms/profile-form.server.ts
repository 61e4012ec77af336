import { z } from 'zod/v4'

import { parseBirthDate, type DateParts } from './birth-date'

const LONGEST_NAME = 50

const optionalText = z.string().trim().max(64).optional()

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
  birthDateDay: optionalText,
  birthDateMonth: optionalText,
  birthDateYear: optionalText,
  email: z
    .string()
    .trim()
    .max(254, { error: 'Адрес почты слишком длинный' })
    .pipe(z.email({ error: 'Проверьте адрес почты, например name@example.ru' }))
    .optional(),
}

interface DateFields {
  birthDateDay?: string | undefined
  birthDateMonth?: string | undefined
  birthDateYear?: string | undefined
}

/** The three date fields as a form holds them. */
export function dateParts(fields: DateFields): DateParts {
  return {
    day: fields.birthDateDay ?? '',
    month: fields.birthDateMonth ?? '',
    year: fields.birthDateYear ?? '',
  }
}

const dateFieldIds = { day: 'birthDate', month: 'birthDateMonth', year: 'birthDateYear' } as const

/** Adds the fault of the birth date, if it has one, at the part that is wrong. */
export function checkBirthDate(fields: DateFields, issues: z.RefinementCtx): void {
  const date = parseBirthDate(dateParts(fields), new Date())
  if (date.kind === 'invalid')
    issues.addIssue({ code: 'custom', path: [dateFieldIds[date.part]], message: date.message })
}

/** `YYYY-MM-DD`, or undefined when the fields were left empty (section 5: omitted). */
export function readBirthDate(fields: DateFields): string | undefined {
  const date = parseBirthDate(dateParts(fields), new Date())
  return date.kind === 'date' ? date.value : undefined
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
