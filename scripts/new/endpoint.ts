// Writes the skeleton of an endpoint: its schemas, its declaration, its row of the sandbox, and none for its screen or form.
import { appendFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

import { changeUnsent, insertBefore } from './edit'

const SUBJECTS = ['account', 'catalogue', 'identity', 'promotions', 'purchases', 'stores']
const METHODS = ['GET', 'POST', 'PUT', 'PATCH']

/** @returns the changed files */
export function newEndpoint(given: string[]): string[] {
  const { values, positionals } = parseArgs({
    args: given,
    allowPositionals: true,
    options: { subject: { type: 'string' }, path: { type: 'string' }, method: { type: 'string' } },
  })
  const [name = ''] = positionals
  const { subject = '', method = 'GET', path = `/v1/user/${name.toLowerCase()}` } = values
  if (!/^[a-z][A-Za-z]+$/.test(name))
    throw new Error('The name is a verb and a thing: listVouchers')
  if (!SUBJECTS.includes(subject)) throw new Error(`--subject is one of ${SUBJECTS.join(', ')}`)
  if (!METHODS.includes(method)) throw new Error(`--method is one of ${METHODS.join(', ')}`)
  if (!/^(\/(?:[\w.-]+|\{\w+\}))+$/.test(path))
    throw new Error('--path begins with a slash: /v2/user/vouchers/{id}')

  const isRead = method === 'GET'
  // Stores are public, so no token is sent.
  const isPublic = subject === 'stores'
  const params = [...path.matchAll(/\{(\w+)\}/g)].map(([, param = '']) => param)
  const taken = [...params, ...(isRead ? [] : ['text'])]
  const parts = [
    ...(params.length ? [`params: { ${params.join(', ')} }`] : []),
    ...(isRead ? [] : ['body: { text }']),
  ]
  const own =
    taken.length === 0
      ? ''
      : `
    {
      input: ({ ${taken.join(', ')} }: { ${taken.map((each) => `${each}: string`).join('; ')} }) => ({ ${parts.join(', ')} }),
      example: { ${taken.map((each) => `${each}: '1'`).join(', ')} },
    },`
  const schemas = `app/gateways/schemas/${subject}.server.ts`
  appendFileSync(
    schemas,
    isRead
      ? `
/** What \`${name}\` returns: what a screen shows of it; \`maybe\` and \`orElse\` for what it can do without. */
export const ${name}Response = z.object({ id: z.string() })
`
      : `
/** What \`${name}\` sends. */
export const ${name}Body = z.object({ text: z.string() })
/** Only the status is read. */
export const ${name}Response = z.unknown()
`,
  )
  return [
    schemas,
    insertBefore(
      `app/gateways/${subject}.server.ts`,
      `export const ${subject}Endpoints = {`,
      '}\n',
      `  ${name}: endpoint(
    '${subject === 'identity' ? 'magnit-id' : 'web'} ${method} ${path}',
    {${isPublic ? `\n      auth: 'none',` : ''}${isRead ? '' : `\n      effect: 'idempotent',\n      request: schemas.${name}Body,`}
      response: schemas.${name}Response,
      without: '${isRead ? 'nothing is shown of it' : 'nothing is changed'}',
    },${own}
  ),`,
    ),
    insertBefore(
      `sandbox/handlers/${subject}.ts`,
      `export function ${subject}(`,
      '  ]\n',
      `    ${isPublic ? 'open' : 'personal'}({
      gateway,
      name: '${method} ${path}',${isRead ? '' : `\n      body: z.object({ text: z.string() }),`}
      response: () => (${isRead ? "{ id: '1' }" : '{}'}),
    }),`,
    ),
    isRead
      ? insertBefore(
          'tests/support/reads.ts',
          'export const reads',
          '}\n',
          `  '${method} ${path}': null,`,
        )
      : changeUnsent((names) => [...names, `${method} ${path}`]),
  ]
}
