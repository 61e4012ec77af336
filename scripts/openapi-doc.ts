// Writes build/gateways.openapi.yaml from the declarations of the endpoints; part of `npm run build`, never served.
import './help.mjs'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'

import { stringify } from 'yaml'
import { z } from 'zod'

import { exampleIds, type Endpoint, type GatewayName } from '../app/gateways/endpoint.server'
import { contract } from '../app/gateways/gateways.server'
import { commonHeaders } from '../app/gateways/request.server'
import { errorResponse, getPromise } from '../app/gateways/schemas/common.server'
import packageJson from '../package.json' with { type: 'json' }

export const OPENAPI = 'build/gateways.openapi.yaml'

type Json = Record<string, unknown>

/** Recursive schemas, by the ids of their metadata. */
type Components = Record<string, Json>

/** The JSON Schema of a zod schema, including the inner schemas of `maybe`, `orElse` and `getList`. */
function getSchema(schema: z.ZodType, components: Components): Json {
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
      const inner = partOf(promise.inner, components)
      if (promise.need === 'list') Object.assign(jsonSchema, { type: 'array', items: inner })
      else if (promise.need === 'maybe')
        Object.assign(jsonSchema, { anyOf: [inner, { type: 'null' }] })
      else Object.assign(jsonSchema, inner)
    },
  }) as Json
  return json
}

function partOf(schema: z.ZodType, components: Components): Json {
  if (!(schema instanceof z.ZodLazy)) return getSchema(schema, components)
  const { id } = schema.meta() ?? {}
  if (!id) throw new Error('A schema that contains itself needs an id: .meta({ id })')
  if (!components[id]) {
    components[id] = {}
    components[id] = getSchema(schema.def.getter() as z.ZodType, components)
  }
  return { $ref: `#/components/schemas/${id}` }
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

function getOperation(
  operationId: string,
  subject: string,
  endpoint: Endpoint,
  components: Components,
): Json {
  const { effect, auth, headers = [], query, request, response, without } = endpoint
  const example = endpoint.getExample(exampleIds)
  const given = typeof example === 'string' ? {} : example
  const querySchema = query && getSchema(query, components)
  const answerSchema = getSchema(response, components)
  const pathNames = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  return {
    operationId,
    summary: `${operationId.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}`,
    description: `${effect === 'safe' ? 'Changes nothing' : 'A write'}. Without it ${without}.`,
    tags: [subject],
    security: SECURITY[auth],
    'x-effect': effect,
    parameters: [
      ...pathNames.map((name) => ({
        name,
        in: 'path',
        required: true,
        schema: { type: 'string' },
        ...(given.params && { example: given.params[name] }),
      })),
      ...Object.entries((querySchema?.properties ?? {}) as Json).map(([name, schema]) => ({
        name,
        in: 'query',
        required: ((querySchema?.required ?? []) as string[]).includes(name),
        schema,
      })),
      ...headers.map((name) => ({
        name,
        in: 'header',
        required: true,
        schema: { type: 'string' },
      })),
    ],
    ...(request && {
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: getSchema(request, components),
            ...(given.body ? { example: given.body } : {}),
          },
        },
      },
    }),
    responses: {
      '2XX':
        Object.keys(answerSchema).length > 0
          ? {
              description: 'What is read of the answer.',
              content: { 'application/json': { schema: answerSchema } },
            }
          : { description: 'The status alone is read.' },
      '4XX': { $ref: '#/components/responses/Refusal' },
      '5XX': { $ref: '#/components/responses/Refusal' },
    },
  }
}

const COMMON = commonHeaders({
  client: { clientName: 'v1', loyaltyType: 'v1', appVersion: '1.0.0' },
  visitor: {
    userAgent: 'Mozilla/5.0',
    platformVersion: 'Android Chrome 132',
    deviceId: '0A1B2C3D-0000-4000-8000-00000000000F',
    requestId: 'request-1',
  },
})
/** Headers that OpenAPI describes elsewhere: content and security. */
const OWN_PLACE = ['Content-Type', 'Accept']
for (const headers of Object.values(COMMON)) for (const name of OWN_PLACE) delete headers[name]

/** The contract as an OpenAPI document. */
function openApi(): Json {
  const schemas: Components = {}
  const paths: Record<string, Json> = {}
  for (const [subject, endpoints] of Object.entries(contract))
    for (const [key, endpoint] of Object.entries<Endpoint>(endpoints))
      paths[endpoint.path] = {
        servers: [{ url: SERVERS[endpoint.gateway] }],
        parameters: Object.keys(COMMON[endpoint.gateway]).map((name) => ({
          $ref: `#/components/parameters/${name}`,
        })),
        ...paths[endpoint.path],
        [endpoint.method.toLowerCase()]: getOperation(key, subject, endpoint, schemas),
      }
  return {
    openapi: '3.1.0',
    info: {
      title: 'The gateways, as this application uses them',
      version: packageJson.version,
      description: 'Made of the declarations in app/gateways by npm run docs: change it there.',
      license: { name: 'UNLICENSED', identifier: 'LicenseRef-UNLICENSED' },
    },
    servers: [{ url: SERVERS.web }],
    tags: Object.keys(contract).map((name) => ({ name })),
    security: SECURITY.none,
    paths,
    components: {
      securitySchemes: { accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      parameters: Object.fromEntries(
        Object.entries(COMMON.web).map(([name, example]) => [
          name,
          { name, in: 'header', required: true, schema: { type: 'string' }, example },
        ]),
      ),
      responses: {
        Refusal: {
          description: 'A refusal; its code decides which text a shopper sees.',
          content: { 'application/json': { schema: getSchema(errorResponse, schemas) } },
        },
      },
      schemas,
    },
  }
}

/** The file's text. */
export const openApiText = () => stringify(openApi(), { aliasDuplicateObjects: false })

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  mkdirSync(dirname(OPENAPI), { recursive: true })
  writeFileSync(OPENAPI, openApiText())
}
