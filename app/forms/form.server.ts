import { data } from '@remix-run/node'
import { z } from 'zod'

import { plainText } from '~/lib/plain-text'

import type { FormError } from './form-errors'

/** No page of ours posts another; many parts cost more than many fields. */
const FORM_TYPE = 'application/x-www-form-urlencoded'
/** How many values a field takes that is a list, as the boxes of one question are. */
const MOST_OF_A_LIST = 100
const MOST_OTHERS = 100
/** `answer.17`; the one name that is no key of an object is none. */
const OTHER_NAME = /^[a-z]+\.(?!__proto__$)[\w-]{1,64}$/

/** What a form was sent with, by field: a list where the schema has one. */
export type Posted = Record<string, string | string[]>

/** What a form is shown again with: the typed values and what is wrong with them. */
export interface FormFailure {
  values: Record<string, string>
  errors: FormError[]
}

/** What a form holds, whether its rules are kept or not. */
export interface ReadForm {
  /** The fields of the schema as they were sent; what was left empty is absent. */
  posted: Posted
  /** What may be shown again as it was typed: no lists and no secret fields. */
  values: Record<string, string>
  /** The random id that it was rendered with. */
  formId: string | undefined
}

export type FormResult<Value> = { value: Value } | { failure: FormFailure }

/**
 * Reads a posted form. Only the fields of the schema are taken, one value each unless the field is
 * a list: whatever else was posted, however often, is left out here, and nobody further on pays
 * for it. Only a schema that takes lists of any name (`catchall`) gets others, a hundred of them,
 * named like `answer.17`. Values are plain text. The fields named in `secret` are never sent back.
 * @throws Response 415 for anything but a form as our pages post it
 */
export async function readForm<Schema extends z.ZodObject>(
  request: Request,
  schema: Schema,
  secret: readonly string[] = [],
): Promise<ReadForm & FormResult<z.output<Schema>>> {
  const [type = ''] = (request.headers.get('Content-Type') ?? '').split(';')
  if (type.trim().toLowerCase() !== FORM_TYPE) throw data(null, { status: 415 })
  const sent = valuesByName(await request.text(), schema)
  const posted: Posted = {}
  const values: Record<string, string> = {}
  const names = new Set([
    ...Object.keys(schema.shape),
    ...(takesAnyList(schema) ? sent.keys() : []),
  ])
  names.delete('formId')
  for (const name of names) {
    const field = schema.shape[name] ?? schema.def.catchall
    const given = sent.get(name) ?? []
    const [first] = given
    if (first !== undefined && !isList(field) && !secret.includes(name)) values[name] = first
    const filled = given.filter((value) => value !== '')
    if (isList(field)) posted[name] = filled
    else if (filled[0] !== undefined) posted[name] = filled[0]
  }
  const read = { posted, values, formId: z.uuid().safeParse(sent.get('formId')?.[0]).data }
  const parsed = schema.safeParse(posted)
  if (parsed.success) return { ...read, value: parsed.data }
  return { ...read, failure: { values, errors: firstOfEach(parsed.error.issues) } }
}

const isList = (field: unknown) => field instanceof z.ZodArray

const takesAnyList = ({ def }: z.ZodObject) => isList(def.catchall)

function valuesByName(text: string, schema: z.ZodObject): Map<string, string[]> {
  const { shape } = schema
  const isOpen = takesAnyList(schema)
  const most = new Map(
    Object.entries(shape).map(([name, field]) => [name, isList(field) ? MOST_OF_A_LIST : 1]),
  ).set('formId', 1)
  const found = new Map<string, string[]>()
  for (const [name, value] of new URLSearchParams(text)) {
    const known = found.get(name) ?? []
    const isOther = isOpen && OTHER_NAME.test(name) && (found.has(name) || found.size < MOST_OTHERS)
    if (known.length >= (most.get(name) ?? (isOther ? MOST_OF_A_LIST : 0))) continue
    known.push(plainText(value))
    found.set(name, known)
  }
  return found
}

/** One fault a field: the first. */
function firstOfEach(issues: readonly { path: PropertyKey[]; message: string }[]): FormError[] {
  const faults = new Map<string | null, string>()
  for (const { path, message } of issues) {
    const fieldId = path.length > 0 ? String(path[0]) : null
    if (!faults.has(fieldId)) faults.set(fieldId, message)
  }
  return Array.from(faults, ([fieldId, message]) => ({ fieldId, message }))
}
