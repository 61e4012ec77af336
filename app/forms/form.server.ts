import { parseWithZod, getZodConstraint } from '@conform-to/zod/v4'
import type { Submission } from '@conform-to/react'
import { data } from '@remix-run/node'
import { z } from 'zod'

import { plainText } from '~/lib/plain-text'

/** The only type that this site's forms send; multipart bodies cost more to parse. */
const FORM_TYPE = 'application/x-www-form-urlencoded'
/** Most values of a list field, such as the checkboxes of one question. */
const MAX_LIST_VALUES = 100
const MAX_OPEN_NAMES = 100
/** A name that conform reads as one key of an object, except the two names that reach a prototype. */
const OPEN_NAME = /^(?!(?:__proto__|constructor)$)[\w~-]{1,64}$/

/** A posted form, read by conform. */
interface ReadForm<Value> {
  submission: Submission<Value, string[], Value>
  /** The random id of the form's render. */
  formId: string | undefined
}

/**
 * Reads a posted form with conform. Conform copies repeated names, walks nested names and parses `__intent__`
 * and `__state__` as JSON. So it gets only the schema's fields as plain text: one value each, a hundred of a
 * list. An object with a `catchall` accepts a hundred other names.
 * @throws Response 415 for any other content type
 */
export async function readForm<Schema extends z.ZodObject>(
  request: Request,
  schema: Schema,
): Promise<ReadForm<z.output<Schema>>> {
  const [type = ''] = (request.headers.get('Content-Type') ?? '').split(';')
  if (type.trim().toLowerCase() !== FORM_TYPE) throw data(null, { status: 415 })
  const { fields, formId } = boundedFields(await request.text(), schema)
  return {
    // One message for each field: the first.
    submission: parseWithZod(fields, {
      schema,
      formatError: (issues: { message: string }[]) =>
        issues.slice(0, 1).map(({ message }) => message),
    }) as Submission<z.output<Schema>, string[], z.output<Schema>>,
    formId: z.uuid().safeParse(formId).data,
  }
}

/** The names of a schema in order, each with its most values. */
export function fieldNames(schema: z.ZodObject, prefix = ''): Map<string, number> {
  return new Map(
    Object.entries(schema.shape).flatMap(([key, field]): [string, number][] => {
      const name = prefix + key
      if (field instanceof z.ZodObject) return [...fieldNames(field, `${name}.`)]
      return [[name, field instanceof z.ZodArray ? MAX_LIST_VALUES : 1]]
    }),
  )
}

/** Prefixes of names that a schema does not list. */
export function openPrefixes(schema: z.ZodObject, prefix = ''): string[] {
  return Object.entries(schema.shape)
    .flatMap(([key, field]) =>
      field instanceof z.ZodObject ? openPrefixes(field, `${prefix}${key}.`) : [],
    )
    .concat(schema.def.catchall && prefix ? prefix : [])
}

function boundedFields(text: string, schema: z.ZodObject) {
  const names = fieldNames(schema).set('formId', 1)
  const open = openPrefixes(schema)
  const found = new Map(Array.from(names.keys(), (name): [string, string[]] => [name, []]))
  const isOpen = (name: string) =>
    open.some((prefix) => name.startsWith(prefix) && OPEN_NAME.test(name.slice(prefix.length)))
  for (const [name, value] of new URLSearchParams(text)) {
    const hasRoom = found.size < names.size + MAX_OPEN_NAMES
    const values = found.get(name) ?? (hasRoom && isOpen(name) ? [] : null)
    if (!values || values.length >= (names.get(name) ?? MAX_LIST_VALUES)) continue
    const plain = plainText(value)
    if (plain === '') continue
    values.push(plain)
    found.set(name, values)
  }
  const formId = found.get('formId')?.[0]
  found.delete('formId')
  const fields = new URLSearchParams()
  for (const [name, values] of found) for (const value of values) fields.append(name, value)
  return { fields, formId }
}

type Constraint = ReturnType<typeof getZodConstraint>[string]

interface JsonSchema {
  properties?: Record<string, JsonSchema>
  maxLength?: number
  pattern?: string
}

/** Most schemas are shared by all requests, and reading one takes longer than rendering its form. */
const made = new WeakMap<z.ZodObject, Record<string, Constraint>>()

/**
 * The attributes `required`, `maxLength` and `pattern` of the fields. Conform 1.21 cannot find lengths and
 * patterns in zod 4.6, so they come from the schema's JSON Schema.
 */
export function getConstraints(schema: z.ZodObject): Record<string, Constraint> {
  const constraints = made.get(schema) ?? readConstraints(schema)
  made.set(schema, constraints)
  return constraints
}

function readConstraints(schema: z.ZodObject): Record<string, Constraint> {
  const constraints = getZodConstraint(schema)
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  const found: Record<string, Constraint> = {}
  for (const name of fieldNames(schema).keys()) {
    const { required, multiple } = constraints[name] ?? {}
    const { maxLength, pattern } = at(json, name) ?? {}
    // A list may be empty, whatever its entries allow.
    if (multiple) continue
    const constraint = {
      ...(required && { required }),
      ...(maxLength !== undefined && { maxLength }),
      ...(isForBrowsers(pattern) && { pattern }),
    }
    if (Object.keys(constraint).length > 0) found[name] = constraint
  }
  return found
}

const at = (json: JsonSchema, name: string) =>
  name.split('.').reduce<JsonSchema | undefined>((each, key) => each?.properties?.[key], json)

/** Browsers compile patterns with the flag `v`, older ones with `u`. */
function isForBrowsers(pattern: string | undefined): pattern is string {
  try {
    return pattern !== undefined && Boolean(new RegExp(pattern, 'v') && new RegExp(pattern, 'u'))
  } catch {
    return false
  }
}
