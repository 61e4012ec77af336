// Writes build/gateways.openapi.yaml from the declared endpoints, as part of `npm run build`; never served. As a
// module it makes docs/reference/contract.md from the same schemas.
import './help.mjs'
import { mkdirSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { isDeepStrictEqual } from 'node:util'

import { stringify } from 'yaml'
import { z } from 'zod'

import { exampleIds, type Endpoint, type GatewayName } from '../app/gateways/endpoint.server'
import { contract } from '../app/gateways/gateways.server'
import { commonHeaders } from '../app/gateways/request.server'
import { errorResponse, getPromise } from '../app/gateways/schemas/common.server'
import packageJson from '../package.json' with { type: 'json' }
import { code, table } from './markdown'

export const OPENAPI = 'build/gateways.openapi.yaml'

type Json = Record<string, unknown>

/** A JSON Schema, as far as the documents tell of it. */
interface Schema {
  $ref?: string
  type?: string | string[]
  format?: string
  pattern?: string
  const?: unknown
  enum?: unknown[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  /** The contract promises the field, and the screens can do without. */
  'x-promised'?: boolean
}

const REFERENCE = '#/components/schemas/'
/** Recursive schemas, by the ids of their metadata. */
const components: Record<string, Schema> = {}

/** The JSON Schema of a zod schema, including the inner schemas of `maybe`, `orElse` and `getList`. */
function getSchema(schema: z.ZodType): Schema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      const made = zodSchema as unknown as z.ZodType
      // The range of every whole number is not worth a line.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
      if (made instanceof z.ZodObject) {
        const promised = Object.entries(made.shape as Record<string, z.ZodType>)
          .filter(([, field]) => getPromise(field)?.need === 'orElse')
          .map(([name]) => name)
        const required = [...(jsonSchema.required ?? []), ...promised]
        if (required.length > 0) jsonSchema.required = required
      }
      const promise = getPromise(made)
      if (!promise) return
      const inner = getPart(promise.inner)
      if (promise.need === 'list') Object.assign(jsonSchema, { type: 'array', items: inner })
      else if (promise.need === 'maybe')
        Object.assign(jsonSchema, { anyOf: [inner, { type: 'null' }] })
      else Object.assign(jsonSchema, inner, { 'x-promised': true })
    },
  })
  return json as Schema
}

function getPart(schema: z.ZodType): Schema {
  if (!(schema instanceof z.ZodLazy)) return getSchema(schema)
  const { id } = schema.meta() ?? {}
  if (!id) throw new Error('A schema that contains itself needs an id: .meta({ id })')
  if (!components[id]) {
    components[id] = {}
    components[id] = getSchema(schema.def.getter() as z.ZodType)
  }
  return { $ref: REFERENCE + id }
}

const SERVERS: Record<GatewayName, string> = {
  web: 'https://gateway.example/webgate',
  'magnit-id': 'https://gateway.example/magnit-id',
  fraud: 'https://fraud.example',
  captcha: 'https://captcha.example',
}

const SECURITY = {
  none: [],
  optional: [{}, { accessToken: [] }],
  required: [{ accessToken: [] }],
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

const inJson = (schema: Schema, example?: unknown) => ({
  content: { 'application/json': { schema, ...(example ? { example } : {}) } },
})

const parameter = (place: string, name: string, schema: Schema = { type: 'string' }) => ({
  name,
  in: place,
  required: true,
  schema,
})

function getOperation(operationId: string, subject: string, endpoint: Endpoint): Json {
  const { effect, auth, headers = [], query, request, response, without } = endpoint
  const example = endpoint.getExample(exampleIds)
  const { params = {}, body } = typeof example === 'string' ? {} : example
  const { properties = {}, required = [] } = query ? getSchema(query) : {}
  const answerSchema = getSchema(response)
  const refusal = { $ref: '#/components/responses/Refusal' }
  return {
    operationId,
    summary: operationId.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
    description: `${effects[effect]} Without it ${without}.`,
    tags: [subject],
    security: SECURITY[auth],
    'x-effect': effect,
    parameters: [
      ...Array.from(endpoint.path.matchAll(/\{(\w+)\}/g), ([, name = '']) => ({
        ...parameter('path', name),
        ...(name in params && { example: params[name] }),
      })),
      ...Object.entries(properties).map(([name, schema]) => ({
        ...parameter('query', name, schema),
        required: required.includes(name),
      })),
      ...headers.map((name) => parameter('header', name)),
    ],
    ...(request && { requestBody: { required: true, ...inJson(getSchema(request), body) } }),
    responses: {
      '2XX':
        Object.keys(answerSchema).length > 0
          ? { description: 'What is read of the answer.', ...inJson(answerSchema) }
          : { description: 'The status alone is read.' },
      '4XX': refusal,
      '5XX': refusal,
    },
  }
}

/** The headers of every call, with what they say. */
const COMMON = commonHeaders({
  client: {
    clientName: 'the setting `CLIENT_NAME`',
    loyaltyType: 'the setting `LOYALTY_TYPE`',
    appVersion: 'the setting `APP_VERSION`',
  },
  visitor: {
    userAgent: "the visitor's own, at most 256 characters",
    platformVersion: 'system, browser and its version, such as `Android Chrome 132`',
    deviceId: "the device's id, a UUID in capitals",
    requestId: "the request's id, as in the log",
  },
})
/** Those that OpenAPI describes as headers, not as content. */
const getCommon = (gateway: GatewayName) =>
  Object.entries(COMMON[gateway]).filter(([name]) => !/^(?:Content-Type|Accept)$/.test(name))

/** The contract as an OpenAPI document; `x-promised` marks fields that the screens can do without. */
export function openApiText(): string {
  const paths: Record<string, Json> = {}
  for (const [subject, endpoints] of Object.entries(contract))
    for (const [key, endpoint] of Object.entries<Endpoint>(endpoints))
      paths[endpoint.path] = {
        servers: [{ url: SERVERS[endpoint.gateway] }],
        parameters: getCommon(endpoint.gateway).map(([name]) => ({
          $ref: `#/components/parameters/${name}`,
        })),
        ...paths[endpoint.path],
        [endpoint.method.toLowerCase()]: getOperation(key, subject, endpoint),
      }
  const document = {
    openapi: '3.1.0',
    info: {
      title: 'The gateways, as this application uses them',
      version: packageJson.version,
      description: 'Made of the declarations in app/gateways by npm run build: change it there.',
      license: { name: 'UNLICENSED', identifier: 'LicenseRef-UNLICENSED' },
    },
    servers: [{ url: SERVERS.web }],
    tags: Object.keys(contract).map((name) => ({ name })),
    security: SECURITY.none,
    paths,
    components: {
      securitySchemes: { accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      parameters: Object.fromEntries(
        getCommon('web').map(([name, description]) => [
          name,
          { ...parameter('header', name), description },
        ]),
      ),
      responses: {
        Refusal: {
          description: 'A refusal; its code decides which text a shopper sees.',
          ...inJson(getSchema(errorResponse)),
        },
      },
      schemas: components,
    },
  }
  return stringify(document, { aliasDuplicateObjects: false })
}

/** Options of a schema without null; a schema that is no union is its only one. */
function getOptions({ anyOf, oneOf = anyOf, type, ...own }: Schema): Schema[] {
  if (oneOf) return oneOf.flatMap(getOptions)
  const types = [type ?? []].flat().filter((each) => each !== 'null')
  return type === 'null' ? [] : [{ ...own, type: types[0] ?? '' }]
}

/** The fields of all options: those of an object, or of a union. */
function getFields(schema: Schema): [name: string, field: Schema, need: string][] {
  const options = getOptions(schema)
  const names = new Set(options.flatMap(({ properties = {} }) => Object.keys(properties)))
  return Array.from(names, (name) => {
    const all = options.map(({ properties }) => properties?.[name])
    const [field = {}, ...others] = all.filter((each) => each !== undefined)
    // A discriminator has another literal in each option.
    const isOne = others.every((other) => isDeepStrictEqual(other, field))
    const isNeeded = options.every(({ required }) => required?.includes(name))
    const isPromised = all.every((each) => each?.['x-promised'])
    return [name, isOne ? field : {}, isPromised ? 'promised' : isNeeded ? 'needed' : 'used']
  })
}

/** Formats and types in words. */
const NAMES: Record<string, string> = {
  'date-time': 'instant, RFC 3339 with a zone',
  date: 'day, `YYYY-MM-DD`',
  integer: 'whole number',
  boolean: 'true or false',
  string: 'text',
  '': 'anything',
}

function describe(schema: Schema): string {
  const [option = {}, ...others] = getOptions(schema)
  const { const: constant, enum: options, format = '', type = '', pattern, items, $ref } = option
  if (others.length > 0) return option.properties ? 'object' : 'anything'
  if (constant !== undefined) return JSON.stringify(constant)
  if (options) return `one of ${options.map((each) => JSON.stringify(each)).join(', ')}`
  if (items) return getFields(items).length > 0 ? 'list' : `list of ${describe(items)}`
  if ($ref) return code($ref.slice(REFERENCE.length))
  const own = pattern ? 'text of a form of its own' : (NAMES[String(type)] ?? String(type))
  return (format && NAMES[format]) || own
}

const isNullable = (schema: Schema): boolean =>
  (schema.anyOf ?? []).some(isNullable) || [schema.type].flat().includes('null')

/** Each field with its path, its type, and how much it is needed. */
function listFields(schema: Schema, path = '', above: string[] = []): string[][] {
  const { items, $ref } = getOptions(schema)[0] ?? {}
  if (items) return listFields(items, path === '' ? '[]' : `${path}.[]`, above)
  if ($ref) {
    const named = above.includes($ref) ? {} : components[$ref.slice(REFERENCE.length)]!
    return listFields(named, path, [...above, $ref])
  }
  return getFields(schema).flatMap(([name, field, need]) => {
    const own = path === '' ? name : `${path}.${name}`
    const type = describe(field) + (need !== 'used' && isNullable(field) ? ', or null' : '')
    return [[code(own), type, need], ...listFields(field, own, above)]
  })
}

/** Fields of a request as a part of a sentence. */
const listGiven = (schema: z.ZodType) =>
  listFields(getSchema(schema))
    .map(([path, type, need]) => `${path} ${type}${need === 'needed' ? '' : ' (if given)'}`)
    .join('; ')

function getSection(endpoint: Endpoint): string {
  const { name, gateway, auth, effect, freshMs, headers = [], request, query, response } = endpoint
  const facts = [
    `Gateway ${code(gateway)}. ${auths[auth]}`,
    effects[effect],
    freshMs && `Stored for everybody for ${freshMs / 60_000} min.`,
    headers.length > 0 && `Its own header: ${headers.map(code).join(', ')}.`,
    query && `Query: ${listGiven(query)}.`,
    request && `Body: ${listGiven(request)}.`,
    `Without it ${endpoint.without}.`,
  ]
  const fields = listFields(getSchema(response))
  const answer =
    fields.length > 0
      ? table(['answer', 'type', 'need'], fields)
      : 'Of the answer only the status is read.'
  return `### ${code(name)}\n\n${facts.filter(Boolean).join(' ')}\n\n${answer}`
}

function headersTable(): string {
  const rows = Object.entries(COMMON.web).map(([name, value]) => [
    code(name),
    value,
    name in COMMON.fraud ? 'all' : code('web'),
  ])
  const trace = [code('traceparent'), 'the span of this try (operations, Traces)', 'all']
  return table(['header', 'value', 'gateways'], [...rows, trace])
}

/** The generated parts of docs/reference/contract.md. */
export const contractParts = () => ({
  headers: headersTable(),
  endpoints: Object.entries(contract)
    .map(
      ([title, endpoints]) =>
        `## ${title}\n\n${Object.values(endpoints).map(getSection).join('\n\n')}`,
    )
    .join('\n\n'),
})

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  mkdirSync('build', { recursive: true })
  writeFileSync(OPENAPI, openApiText())
}
