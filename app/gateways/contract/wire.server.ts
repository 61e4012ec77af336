import { z } from 'zod'

import { promiseOf } from '~/gateways/schemas/common.server'

/**
 * How important a field is. `needed`: without it, its object is lost. `promised`: the contract
 * promises it, but the screen works without it. `used`: shown when present.
 */
export type Need = 'needed' | 'promised' | 'used'

export interface WireField {
  name: string
  need: Need
  /** True when the contract allows null. */
  isNullable: boolean
  wire: Wire
}

/** The schema of an answer before any transformation. */
export type Wire =
  | { kind: 'object'; fields: WireField[] }
  | { kind: 'list'; of: Wire }
  /** `note` names the type; the schema validates a value. */
  | { kind: 'value'; note: string; json: JsonType[]; schema: z.ZodType }
  /** A recursive reference to a schema further up. */
  | { kind: 'again'; of: () => Wire }
  | { kind: 'any' }

export type JsonType = 'string' | 'number' | 'boolean' | 'object' | 'array' | 'null' | 'nothing'

export function jsonTypeOf(value: unknown): JsonType {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : (typeof value as JsonType)
}

interface Seen {
  wire: Wire
  need: Need
  isNullable: boolean
}

/** The raw schema of a declaration, without transforms and refinements. */
export function wireOf(schema: z.ZodType): Wire {
  return see(schema, new Map()).wire
}

/** The enclosing schemas, with their result once it is complete. */
type Above = Map<z.ZodType, { wire?: Wire }>

function see(schema: z.ZodType, above: Above): Seen {
  const promise = promiseOf(schema)
  if (promise) {
    const { need, inner } = promise
    if (need === 'list') return needed({ kind: 'list', of: see(inner, above).wire })
    return { ...see(inner, above), need: need === 'maybe' ? 'used' : 'promised' }
  }
  if (schema instanceof z.ZodOptional)
    return { ...see(schema.unwrap() as z.ZodType, above), need: 'used' }
  if (schema instanceof z.ZodNullable)
    return { ...see(schema.unwrap() as z.ZodType, above), isNullable: true }
  if (schema instanceof z.ZodCatch) return see(schema.def.innerType as z.ZodType, above)
  if (schema instanceof z.ZodPipe) return see(schema.def.in as z.ZodType, above)
  if (schema instanceof z.ZodLazy) return seeTree(schema, above)
  if (schema instanceof z.ZodArray)
    return needed({ kind: 'list', of: see(schema.element as z.ZodType, above).wire })
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries(schema.shape as Record<string, z.ZodType>).map(
      ([name, field]): WireField => ({ name, ...see(field, above) }),
    )
    return needed({ kind: 'object', fields })
  }
  if (schema instanceof z.ZodUnion) return needed(merged(schema.options as z.ZodType[], above))
  return needed(valueOf(schema))
}

/** Merges the schemas of a union: a field needed by all is needed, any other is optional. */
function merged(options: z.ZodType[], above: Above): Wire {
  const wires = options.map((option) => see(option, above).wire)
  const fields = new Map<string, WireField>()
  for (const wire of wires) {
    if (wire.kind !== 'object') return { kind: 'any' }
    for (const field of wire.fields) {
      const isEverywhere = wires.every(
        (other) => other.kind === 'object' && other.fields.some(({ name }) => name === field.name),
      )
      const existing = fields.get(field.name)
      // A discriminator has another literal in each option.
      const tells = existing && JSON.stringify(existing.wire) !== JSON.stringify(field.wire)
      fields.set(field.name, {
        ...field,
        need: isEverywhere ? field.need : 'used',
        wire: tells ? { kind: 'any' } : field.wire,
      })
    }
  }
  return { kind: 'object', fields: [...fields.values()] }
}

function seeTree(schema: z.ZodLazy, above: Above): Seen {
  const existing = above.get(schema)
  if (existing) return needed({ kind: 'again', of: () => existing.wire ?? { kind: 'any' } })
  const slot: { wire?: Wire } = {}
  const seen = see(schema.def.getter() as z.ZodType, new Map(above).set(schema, slot))
  slot.wire = seen.wire
  return seen
}

const needed = (wire: Wire): Seen => ({ wire, need: 'needed', isNullable: false })

function valueOf(schema: z.ZodType): Wire {
  if (schema instanceof z.ZodUnknown) return { kind: 'any' }
  const {
    type,
    format,
    enum: options,
    const: constant,
    pattern,
  } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
  }) as Record<string, unknown>
  const of = (note: string, ...json: JsonType[]): Wire => ({ kind: 'value', note, json, schema })
  if (constant !== undefined) return of(JSON.stringify(constant), jsonTypeOf(constant))
  if (Array.isArray(options))
    return of(`one of ${options.map((option) => JSON.stringify(option)).join(', ')}`, 'string')
  if (format === 'date-time') return of('instant, RFC 3339 with a zone', 'string')
  if (format === 'date') return of('day, `YYYY-MM-DD`', 'string')
  if (type === 'integer') return of('whole number', 'number')
  if (type === 'number') return of('number', 'number')
  if (type === 'boolean') return of('true or false', 'boolean')
  if (type === 'string') return of(pattern ? 'text of a form of its own' : 'text', 'string')
  return { kind: 'any' }
}
