import { getZodConstraint } from '@conform-to/zod/v4'
import { z } from 'zod'

import { fieldNames } from './form.server'

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
