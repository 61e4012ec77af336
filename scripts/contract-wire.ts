import { z } from 'zod'

import { getPromise } from '../app/gateways/schemas/common.server'

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
  /** `note` names the type. */
  | { kind: 'value'; note: string }
  /** A recursive reference to a schema further up. */
  | { kind: 'again' }
  | { kind: 'any' }

interface Seen {
  wire: Wire
  need: Need
  isNullable: boolean
}

/** The raw schema of a declaration, without transforms and refinements. */
export function getWire(schema: z.ZodType): Wire {
  return see(schema, []).wire
}

/** @param above the enclosing recursive schemas */
function see(schema: z.ZodType, above: z.ZodType[]): Seen {
  const promise = getPromise(schema)
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
  if (schema instanceof z.ZodLazy)
    return above.includes(schema)
      ? needed({ kind: 'again' })
      : see(schema.def.getter() as z.ZodType, [...above, schema])
  if (schema instanceof z.ZodArray)
    return needed({ kind: 'list', of: see(schema.element as z.ZodType, above).wire })
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries(schema.shape as Record<string, z.ZodType>).map(
      ([name, field]): WireField => ({ name, ...see(field, above) }),
    )
    return needed({ kind: 'object', fields })
  }
  if (schema instanceof z.ZodUnion) return needed(merged(schema.options as z.ZodType[], above))
  return needed(getValue(schema))
}

/** Merges the schemas of a union: a field needed by all is needed, any other is optional. */
function merged(options: z.ZodType[], above: z.ZodType[]): Wire {
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

const needed = (wire: Wire): Seen => ({ wire, need: 'needed', isNullable: false })

function getValue(schema: z.ZodType): Wire {
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
  const of = (note: string): Wire => ({ kind: 'value', note })
  if (constant !== undefined) return of(JSON.stringify(constant))
  if (Array.isArray(options))
    return of(`one of ${options.map((option) => JSON.stringify(option)).join(', ')}`)
  if (format === 'date-time') return of('instant, RFC 3339 with a zone')
  if (format === 'date') return of('day, `YYYY-MM-DD`')
  if (type === 'integer') return of('whole number')
  if (type === 'number') return of('number')
  if (type === 'boolean') return of('true or false')
  if (type === 'string') return of(pattern ? 'text of a form of its own' : 'text')
  return { kind: 'any' }
}
