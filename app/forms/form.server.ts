import { parseWithZod } from '@conform-to/zod/v4'
import type { Submission } from '@conform-to/react'
import { data } from '@remix-run/node'
import { z } from 'zod'

import { plainText } from '~/lib/plain-text'

/** No page of ours posts another; many parts cost more than many fields. */
const FORM_TYPE = 'application/x-www-form-urlencoded'
/** How many values a list field takes, such as the boxes of one question. */
const MAX_LIST_VALUES = 100
const MAX_OPEN_NAMES = 100
/** What conform reads as one key of an object; it refuses the two names that reach a prototype. */
const OPEN_NAME = /^(?!(?:__proto__|constructor)$)[\w~-]{1,64}$/

/** A posted form as conform has read it. */
export interface ReadForm<Value> {
  submission: Submission<Value, string[], Value>
  /** The random id that the form was rendered with. */
  formId: string | undefined
}

/**
 * Reads a posted form with conform. Conform copies repeated names, walks nested ones and parses
 * `__intent__` and `__state__` as JSON, so it only gets the fields of the schema, as plain text: one value
 * each, of a list at most a hundred. An object with a `catchall` takes a hundred other names.
 * @throws Response 415 for anything but a form as our pages post it
 */
export async function readForm<Schema extends z.ZodObject>(
  request: Request,
  schema: Schema,
): Promise<ReadForm<z.output<Schema>>> {
  const [type = ''] = (request.headers.get('Content-Type') ?? '').split(';')
  if (type.trim().toLowerCase() !== FORM_TYPE) throw data(null, { status: 415 })
  const { fields, formId } = boundedFields(await request.text(), schema)
  return {
    // One message a field: the first.
    submission: parseWithZod(fields, {
      schema,
      formatError: (issues: { message: string }[]) =>
        issues.slice(0, 1).map(({ message }) => message),
    }) as Submission<z.output<Schema>, string[], z.output<Schema>>,
    formId: z.uuid().safeParse(formId).data,
  }
}

/** The names that a schema reads, in its order, and how many values each may have. */
export function fieldNames(schema: z.ZodObject, prefix = ''): Map<string, number> {
  return new Map(
    Object.entries(schema.shape).flatMap(([key, field]): [string, number][] => {
      const name = prefix + key
      if (field instanceof z.ZodObject) return [...fieldNames(field, `${name}.`)]
      return [[name, field instanceof z.ZodArray ? MAX_LIST_VALUES : 1]]
    }),
  )
}

/** Where names stand that a schema does not list. */
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
