import { z } from 'zod'

import type { Profile, ProfileChange } from '~/gateways/schemas/identity.server'
import { plainText } from '~/lib/plain-text'
import {
  profileMessages,
  profileShape,
  type ProfileFieldName,
} from '~/domain/profile-fields.server'

import { parseBirthDate, splitDate } from './birth-date'
import { fieldError, type FormErrors } from '~/forms/form-errors'

type Form = z.output<z.ZodObject<typeof profileShape>>
type DateInputs = Pick<Form, 'birthDateDay' | 'birthDateMonth' | 'birthDateYear'>

/** The initial values of a form's inputs. */
export function profileInputs(profile: Profile) {
  const { day, month, year } = splitDate(profile.birthDate ?? null)
  return {
    firstName: profile.firstName,
    birthDateDay: day,
    birthDateMonth: month,
    birthDateYear: year,
    email: profile.email ?? '',
  }
}

const readBirthDate = ({ birthDateDay, birthDateMonth, birthDateYear }: DateInputs) =>
  parseBirthDate(
    { day: birthDateDay ?? '', month: birthDateMonth ?? '', year: birthDateYear ?? '' },
    new Date(),
  )

/**
 * Validates a field only when it was changed: a stored value may break our rules and must not block
 * another field. Unchanged fields become undefined.
 */
function changed(stored: string, rules: z.ZodType<string | undefined>, emptied?: string) {
  return z
    .string()
    .optional()
    .transform((input, issues) => {
      const typed = (input ?? '').trim()
      // The form has cleaned what it sent.
      if (typed === plainText(stored).trim()) return undefined
      const checked = rules.safeParse(typed || undefined)
      const message = typed === '' && emptied ? emptied : checked.error?.issues[0]?.message
      if (!message) return checked.data
      issues.addIssue({ code: 'custom', message })
      return z.NEVER
    })
}

/** The rules of a first name beside the stored one. */
export const changedName = ({ firstName }: Profile) => changed(firstName, profileShape.firstName)

/** The rules of an email address beside the stored one, which the gateway cannot delete. */
export const changedEmail = ({ email }: Profile) =>
  changed(email ?? '', profileShape.email, profileMessages.email.emptied)

const dateInputs = { day: 'birthDateDay', month: 'birthDateMonth', year: 'birthDateYear' } as const

const isSameDate = (form: DateInputs, profile: Profile | null): boolean => {
  const { day, month, year } = splitDate(profile?.birthDate ?? null)
  const { birthDateDay = '', birthDateMonth = '', birthDateYear = '' } = form
  return day !== '' && day === birthDateDay && month === birthDateMonth && year === birthDateYear
}

/**
 * Adds the error of the birth date to those of other fields: zod skips checks of the object once a field has
 * failed.
 * @param profile the stored one; its date is not judged
 */
export function withBirthDate<Shape extends Record<keyof DateInputs, z.ZodType>>(
  schema: z.ZodObject<Shape>,
  { isRequired = false, profile = null }: { isRequired?: boolean; profile?: Profile | null } = {},
): z.ZodObject<Shape> {
  const check = z.check<DateInputs>(({ value, issues }) => {
    if (isSameDate(value, profile)) return
    const date = readBirthDate(value)
    const report = (input: string, message: string) =>
      issues.push({ code: 'custom', input: value, path: [input], message })
    if (date.kind === 'invalid') report(dateInputs[date.part], date.message)
    if (date.kind !== 'empty') return
    if (profile?.birthDate) report(dateInputs.day, profileMessages.birthDate.emptied)
    else if (isRequired) report(dateInputs.day, 'Укажите дату рождения')
  })
  check._zod.def.when = () => true
  return schema.check(check as z.core.$ZodCheck<unknown>)
}

/** A form's values by the gateway's names; empty and unchanged ones are undefined. */
export function profileValues(
  form: Partial<Pick<Form, 'firstName' | 'email'>> & DateInputs,
  profile: Profile | null = null,
) {
  const date = isSameDate(form, profile) ? null : readBirthDate(form)
  return {
    firstName: form.firstName,
    birthDate: date?.kind === 'date' ? date.value : undefined,
    email: form.email,
  } satisfies { [Name in keyof ProfileChange]: unknown }
}

/** Messages at their inputs; that of a date is at its first one. */
function errorsAt({
  birthDate,
  ...lines
}: Partial<Record<ProfileFieldName, string>>): FormErrors | null {
  const errors = Object.entries({ ...lines, ...(birthDate && { birthDateDay: birthDate }) })
  if (errors.length === 0) return null
  return { fieldErrors: Object.fromEntries(errors.map(([name, message]) => [name, [message]])) }
}

interface RefusedField {
  name: string
  code: string
}

const personalEmail = 'Укажите личную почту'
const isProfileField = (name: string): name is ProfileFieldName =>
  Object.hasOwn(profileMessages, name)

/** The gateway's refusal as messages at the fields; null when it names no field of the form. */
export function profileErrors({
  code,
  fields = [],
}: {
  code?: string | undefined
  fields?: RefusedField[] | undefined
}): FormErrors | null {
  if (code === 'emailForbiddenToUse') return fieldError('email', personalEmail)
  return errorsAt(
    Object.fromEntries(
      fields.flatMap(({ name, code: reason }) => {
        if (!isProfileField(name)) return []
        const isForbidden = reason === 'emailForbiddenToUse'
        return [[name, isForbidden ? personalEmail : profileMessages[name].refused]]
      }),
    ),
  )
}
