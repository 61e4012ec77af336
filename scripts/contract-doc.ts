// Makes docs/reference/contract.md from the declared endpoints and the schemas of their responses.
import { readFileSync } from 'node:fs'

import { format } from 'prettier'
import { z } from 'zod'

import type { Endpoint } from '../app/gateways/endpoint.server'
import { contract } from '../app/gateways/gateways.server'
import { commonHeaders } from '../app/gateways/request.server'
import { getPromise } from '../app/gateways/schemas/common.server'
import { code, table } from './markdown'

export const CONTRACT = 'docs/reference/contract.md'

/**
 * How important a field is. `needed`: without it, its object is lost. `promised`: the contract
 * promises it, but the screen works without it. `used`: shown when present.
 */
type Need = 'needed' | 'promised' | 'used'

interface WireField {
  name: string
  need: Need
  /** True when the contract allows null. */
  isNullable: boolean
  wire: Wire
}

/** The schema of an answer before any transformation. */
type Wire =
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
function getWire(schema: z.ZodType): Wire {
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

function describe(wire: Wire): string {
  if (wire.kind === 'value') return wire.note
  if (wire.kind === 'list') return wire.of.kind === 'value' ? `list of ${wire.of.note}` : 'list'
  return { object: 'object', again: 'the same again', any: 'anything' }[wire.kind]
}

/** Each field with its path, its type, and whether it is needed. */
function getFields(wire: Wire, path = ''): [path: string, type: string, need: string][] {
  if (wire.kind === 'list') return getFields(wire.of, path === '' ? '[]' : `${path}.[]`)
  if (wire.kind !== 'object') return []
  return wire.fields.flatMap(({ name, need, isNullable, wire: field }) => {
    const own = path === '' ? name : `${path}.${name}`
    const note = describe(field) + (isNullable ? ', or null' : '')
    return [[own, note, need] as [string, string, string], ...getFields(field, own)]
  })
}

/** Fields of a request as a sentence. */
function given(title: string, schema: z.ZodType | undefined): string[] {
  if (!schema) return []
  const fields = getFields(getWire(schema)).map(
    ([path, type, need]) => `${code(path)} ${type}${need === 'needed' ? '' : ' (if given)'}`,
  )
  return [`${title}: ${fields.join('; ')}.`]
}

const auths = {
  none: 'No token.',
  optional: 'The access token, where there is one.',
  required: 'The access token: `Authorization: Bearer …`.',
}

const effects = {
  safe: 'Changes nothing; a failed call is sent once more.',
  idempotent: 'A write; a failed call is sent once more.',
  once: 'A write that is never sent twice.',
}

function getSection(endpoint: Endpoint): string {
  const { name, gateway, auth, effect, freshMs, headers = [], request, query, response } = endpoint
  const facts = [
    `Gateway ${code(gateway)}. ${auths[auth]}`,
    effects[effect],
    ...(freshMs ? [`Stored for everybody for ${freshMs / 60_000} min.`] : []),
    ...(headers.length > 0 ? [`Its own header: ${headers.map(code).join(', ')}.`] : []),
    ...given('Query', query),
    ...given('Body', request),
    `Without it ${endpoint.without}.`,
  ]
  const fields = getFields(getWire(response)).map(([path, type, need]) => [code(path), type, need])
  const rows = fields.length > 0 ? table(['answer', 'type', 'need'], fields) : ''
  const nothing = 'Of the answer only the status is read.'
  return `### ${code(name)}\n\n${facts.join(' ')}\n\n${rows === '' ? nothing : rows}`
}

function headersTable(): string {
  const { web } = commonHeaders({
    client: { clientName: 'CLIENT_NAME', loyaltyType: 'LOYALTY_TYPE', appVersion: 'APP_VERSION' },
    visitor: {
      userAgent: "the visitor's own, at most 256 characters",
      platformVersion: 'system, browser and its version, such as `Android Chrome 132`',
      deviceId: "the device's id, a UUID in capitals",
      requestId: "the request's id, as in the log",
    },
  })
  const rows = Object.entries(web).map(([name, value]) => [
    code(name),
    /^[A-Z_]+$/.test(value) ? `the setting ${code(value)}` : value,
    name === 'X-Client-Name' || name === 'X-Loyalty-Type' ? code('web') : 'all',
  ])
  const trace = [code('traceparent'), 'the span of this try (operations, Traces)', 'all']
  return table(['header', 'value', 'gateways'], [...rows, trace])
}

/** The document, made from the declarations. */
export async function contractDocument(): Promise<string> {
  const text = `# The contract with the gateways

<!-- Made of the declarations in app/gateways by npm run docs: change it there. -->

What this application asks of the two gateways and what it reads of their answers. Whether a gateway keeps it is what

\`\`\`sh
npm run doctor -- --contract token.txt
\`\`\`

finds out (in the image: \`node build/server.js --doctor --contract FILE\`). It asks every endpoint that changes nothing once, with the access token
of a test account, which the file holds, reads each answer as the screens do, and prints by path what they would miss or leave out, and
which screens these are. It prints no value of any answer. It ends with 1 when a shopper would miss something. \`npm run build\` writes the same
contract as OpenAPI: \`build/gateways.openapi.yaml\`.

## A token

The access token of a test account lives for minutes, so take it just before. Three ways to it:

- **By phone and code**: \`npm run doctor -- --contract --phone NUMBER\` has a text sent as the site does, asks for its code on the
  terminal, and keeps the token to itself. It has no captcha: a gateway that demands one is shown so, and the next ways are left.
- **From whoever runs the identity gateway**: a token of the audience \`V1-web\` for a test account, in a file of one line.
- **By hand**: the calls \`POST /v1/auth/otp\`, \`POST /v1/auth/otp/check\` and \`POST /v1/auth/token\` below, with
  [the headers of every call](#every-call); the last one's \`accessToken\` goes into the file.

The sandbox (\`npm run sandbox\`) sends its texts to its page: +7 900 000-00-01 is a shopper with everything. The file is a secret:
delete it afterwards.

- **needed**: without it the entry of the list, or the whole answer, cannot be shown.
- **promised**: the screens show the rest without it; that it is missing is logged as a broken contract.
- **used**: shown where it is there; missing or null is right as well.
- Whatever else an answer has is ignored. Money is whole kopecks, stars are whole numbers, weights are grams.

An answer of more than 2 MB, compressed, or with a redirect is not read. Of a list the first 20,000 entries are, of one that a screen
shows entry by entry (goods, reviews, coupons, offers, promotions, operations, surveys) the first 500.

A list by pages continues at \`nextOffset\`; without one after the entries that came, also where fewer came than asked for, until
\`hasMore\` or the total say that it ends. A gateway may cap its pages (the sandbox's setting \`largestPage\`); a page says so.

## Every call

${headersTable()}

A refusal may say \`{ code, message, fields: [{ name, code, message }] }\`: the code decides which text a shopper sees.

${Object.entries(contract)
  .map(
    ([title, endpoints]) =>
      `## ${title}\n\n${Object.values(endpoints).map(getSection).join('\n\n')}`,
  )
  .join('\n\n')}
`
  const options = { ...JSON.parse(readFileSync('.prettierrc.json', 'utf8')), parser: 'markdown' }
  return format(text, options)
}
