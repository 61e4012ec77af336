import { z } from 'zod'

import type { Profile, ProfileChange } from '~/gateways/schemas/identity.server'
import {
  profileMessages,
  type profileShape,
  type ProfileFieldName,
} from '~/lib/profile-fields.server'

import { parseBirthDate, splitDate } from './birth-date'
import { fieldError, type FormErrors } from './form-errors'

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

const dateInputs = { day: 'birthDateDay', month: 'birthDateMonth', year: 'birthDateYear' } as const

/**
 * Adds the error of the birth date to those of other fields: zod skips checks of the object once a field has
 * failed.
 */
export function withBirthDate<Shape extends typeof profileShape>(
  schema: z.ZodObject<Shape>,
  { isRequired = false } = {},
): z.ZodObject<Shape> {
  const check = z.check<DateInputs>(({ value, issues }) => {
    const date = readBirthDate(value)
    const report = (input: string, message: string) =>
      issues.push({ code: 'custom', input: value, path: [input], message })
    if (date.kind === 'invalid') report(dateInputs[date.part], date.message)
    if (date.kind === 'empty' && isRequired) report(dateInputs.day, 'Укажите дату рождения')
  })
  check._zod.def.when = () => true
  return schema.check(check as z.core.$ZodCheck<unknown>)
}

/** A form's values by the gateway's names; empty ones are undefined. */
export function profileValues(form: Form) {
  const date = readBirthDate(form)
  return {
    firstName: form.firstName,
    birthDate: date.kind === 'date' ? date.value : undefined,
    email: form.email,
  } satisfies { [Name in keyof ProfileChange]: unknown }
}

/** Errors of emptied fields that the gateway has a value for, because it deletes none. */
export function emptiedErrors(form: Form, profile: Profile): FormErrors | null {
  const { birthDate, email } = profileMessages
  const values = profileValues(form)
  return errorsAt({
    ...(profile.birthDate && values.birthDate === undefined && { birthDate: birthDate.emptied }),
    ...(profile.email && values.email === undefined && { email: email.emptied }),
  })
}

/** Whether every field that the gateway may have is filled in. */
export const isWhole = (form: Form) =>
  Object.values(profileValues(form)).every((value) => value !== undefined)

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
