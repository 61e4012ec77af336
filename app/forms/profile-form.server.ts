import { z } from 'zod'

import type { Profile, ProfileChange } from '~/gateways/schemas/identity.server'
import {
  inputsOf,
  profileEntries,
  profileFields,
  type ProfileDateField,
  type ProfileLineField,
  type LineName,
  type ProfileFieldName,
  type ProfileFormName,
  type ProfileInputName,
  type ProfileShape,
} from '~/lib/profile-fields.server'

import { parseBirthDate, splitDate, type DateParts } from './birth-date'
import { fieldError, type FormErrors } from './form-errors'

/** Data of a field for the screen. */
export interface ProfileFieldView {
  type: 'text' | 'email' | 'date'
  inputs: ProfileInputName[]
  label: string
  autoComplete: string
  hint?: string
  isRequired: boolean
}

const isLine = (entry: (typeof profileEntries)[number]): entry is [LineName, ProfileLineField] =>
  entry[1].type !== 'date'

/** Single-line fields, which the edit form has. */
export const lineFields = profileEntries.filter(isLine)

const fieldsOf = (form: ProfileFormName) => (form === 'edit' ? lineFields : profileEntries)

/** A field for a form. */
export function profileView(name: ProfileFieldName, form: ProfileFormName): ProfileFieldView {
  const field: ProfileLineField | ProfileDateField = profileFields[name]
  const { type, label, autoComplete } = field
  const hint = typeof field.hint === 'string' ? field.hint : field.hint?.[form]
  const isRequired =
    field.type === 'date' ? form === 'incomplete' : !field.rule.safeParse(undefined).success
  return { type, inputs: inputsOf(name), label, autoComplete, isRequired, ...(hint && { hint }) }
}

/** The fields of a form in order. */
export const profileViews = (form: ProfileFormName) =>
  fieldsOf(form).map(([name]) => profileView(name, form))

type Inputs = Partial<Record<ProfileInputName, string>>

/** The initial values of a form's inputs. */
export function profileInputs(profile: Profile, form: ProfileFormName): Inputs {
  return Object.fromEntries(
    fieldsOf(form).flatMap(([name, { type }]): [string, string][] => {
      const value = profile[name] ?? ''
      if (type !== 'date') return [[name, value]]
      const { day, month, year } = splitDate(value || null)
      return inputsOf(name).map((input, at) => [input, [day, month, year][at] ?? ''])
    }),
  )
}

type DateInputs = Partial<
  Record<keyof (typeof profileFields)['birthDate']['parts'], string | undefined>
>

/** The three inputs of a date. */
function dateParts(inputs: DateInputs): DateParts {
  return {
    day: inputs.birthDateDay ?? '',
    month: inputs.birthDateMonth ?? '',
    year: inputs.birthDateYear ?? '',
  }
}

const dateInputs = {
  day: 'birthDateDay',
  month: 'birthDateMonth',
  year: 'birthDateYear',
} as const

/** The fault of the birth date with its input; null without one. */
function birthDateFault(inputs: DateInputs, isRequired: boolean) {
  const date = parseBirthDate(dateParts(inputs), new Date())
  if (date.kind === 'invalid') return { path: [dateInputs[date.part]], message: date.message }
  if (date.kind === 'date' || !isRequired) return null
  return { path: [dateInputs.day], message: profileFields.birthDate.missing }
}

/**
 * Adds the fault of the birth date to those of other fields: zod skips checks of the object once a field has
 * failed.
 */
export function withBirthDate<Shape extends ProfileShape>(
  schema: z.ZodObject<Shape>,
  { isRequired = false } = {},
): z.ZodObject<Shape> {
  const check = z.check<DateInputs>(({ value, issues }) => {
    const fault = birthDateFault(value, isRequired)
    if (fault) issues.push({ code: 'custom', input: value, ...fault })
  })
  check._zod.def.when = () => true
  return schema.check(check as z.core.$ZodCheck<unknown>)
}

/** `YYYY-MM-DD`, or undefined when the inputs were left empty (specification 5.7). */
function readBirthDate(inputs: DateInputs): string | undefined {
  const date = parseBirthDate(dateParts(inputs), new Date())
  return date.kind === 'date' ? date.value : undefined
}

type Form = z.output<z.ZodObject<ProfileShape>>

/** A form's values by the gateway's names; empty ones are undefined. */
export function profileValues(
  form: Form,
): Pick<Form, LineName> & { birthDate?: string | undefined } {
  const entries = profileEntries.map(([name, { type }]): [keyof ProfileChange, unknown] => [
    name,
    type === 'date' ? readBirthDate(form) : form[name as LineName],
  ])
  return Object.fromEntries(entries) as Pick<Form, LineName>
}

/** Errors of emptied fields that the gateway has a value for, because it deletes none. */
export function emptiedErrors(form: Form, profile: Profile | null): FormErrors | null {
  const values = profileValues(form)
  const emptied = profileEntries.filter(([name]) => profile?.[name] && values[name] === undefined)
  return errorsAt(emptied.map(([name, field]) => [name, field.emptied ?? field.refused]))
}

/** Whether every field that the gateway may have is filled in. */
export const isWhole = (form: Form) =>
  Object.values(profileValues(form)).every((value) => value !== undefined)

function errorsAt(messages: [ProfileFieldName, string][]): FormErrors | null {
  if (messages.length === 0) return null
  return {
    fieldErrors: Object.fromEntries(
      messages.map(([name, message]) => [inputsOf(name)[0], [message]]),
    ),
  }
}

interface RefusedField {
  name: string
  code: string
}

const personalEmail = 'Укажите личную почту'

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
    fields.flatMap(({ name, code: reason }): [ProfileFieldName, string][] => {
      const [field, declared] = profileEntries.find(([each]) => each === name) ?? []
      if (!field || !declared) return []
      return [[field, reason === 'emailForbiddenToUse' ? personalEmail : declared.refused]]
    }),
  )
}
