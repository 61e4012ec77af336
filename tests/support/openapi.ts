import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { parse } from 'yaml'

import type { Endpoint } from '../../app/gateways/endpoint.server'

import { openApiText } from '../../scripts/contract-doc'

interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
}
interface Operation {
  security: object[]
  parameters: Parameter[]
  requestBody?: object
  responses: { '2XX': { content?: object } }
}
interface PathItem extends Record<string, unknown> {
  servers: { url: string }[]
  parameters: { $ref: string }[]
}
type Document = { paths: Record<string, PathItem> }

/** Findings of Redocly's linter in an OpenAPI document. */
export async function getProblems(text = openApiText()): Promise<string[]> {
  const { createConfig, lint } = await import('@redocly/openapi-core')
  // As text: to check an object against all rules took the compiler seconds.
  const config = await createConfig(
    'extends: [recommended-strict]\nrules: { tag-description: off }',
  )
  const folder = mkdtempSync(join(tmpdir(), 'openapi-'))
  const ref = join(folder, 'gateways.yaml')
  writeFileSync(ref, text)
  const problems = await lint({ ref, config })
  rmSync(folder, { recursive: true })
  return problems.map(({ message, location }) => `${location[0]?.pointer}: ${message}`)
}

/** A sent request. */
export interface Sent {
  query: Record<string, string>
  headers: Record<string, unknown>
  body: unknown
}

/** Validates requests and responses against the OpenAPI file, by JSON Schema. */
export function openContract() {
  const document = parse(openApiText()) as Document
  const ajv = addFormats.default(
    new Ajv2020({ strict: false, allErrors: true, coerceTypes: false }),
  )
  ajv.addSchema({ $id: 'gateways', ...document })

  function getOperation({ method, path }: Endpoint): { item: PathItem; operation: Operation } {
    const item = document.paths[path]
    const operation = item?.[method.toLowerCase()] as Operation | undefined
    if (!item || !operation) throw new Error(`The OpenAPI document has no ${method} ${path}`)
    return { item, operation }
  }

  function errorsAt({ method, path }: Endpoint, place: string, value: unknown): string[] {
    const pointer = `/paths/${path.replaceAll('/', '~1')}/${method.toLowerCase()}${place}/content/application~1json/schema`
    const validate: ValidateFunction = ajv.compile({ $ref: `gateways#${encodeURI(pointer)}` })
    validate(value)
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
  }

  return {
    /** Errors of a response. */
    wrongInAnswer(endpoint: Endpoint, response: unknown): string[] {
      const { content } = getOperation(endpoint).operation.responses['2XX']
      return content ? errorsAt(endpoint, '/responses/2XX', response) : []
    },
    /** Errors of a request: extra and missing values. */
    wrongInRequest(endpoint: Endpoint, { query, headers, body }: Sent): string[] {
      const { item, operation } = getOperation(endpoint)
      const parameters = operation.parameters
      const common = item.parameters.map(({ $ref }) => $ref.split('/').at(-1)!)
      const wanted = [
        ...common,
        ...parameters.filter((one) => one.in === 'header').map(({ name }) => name),
      ]
      const inQuery = parameters.filter((one) => one.in === 'query')
      return [
        ...wanted.filter((name) => !(name.toLowerCase() in headers)).map((name) => `lacks ${name}`),
        ...inQuery
          .filter(({ name, required }) => required && !(name in query))
          .map(({ name }) => `lacks ${name}`),
        ...Object.keys(query)
          .filter((name) => !inQuery.some((one) => one.name === name))
          .map((name) => `has ${name}`),
        ...(operation.requestBody ? errorsAt(endpoint, '/requestBody', body) : []),
        ...(!operation.requestBody && body !== undefined ? ['has a body'] : []),
        ...('authorization' in headers && operation.security.length === 0 ? ['has a token'] : []),
      ]
    },
  }
}
