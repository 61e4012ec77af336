// Writes the skeleton of an endpoint: its answer, its declaration, its row of the sandbox, and none for its screen.
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

const SUBJECTS = ['account', 'catalogue', 'identity', 'promotions', 'purchases', 'stores']

/** Inserts lines before the end of a block: the first line `end` after `start`. */
function insertBefore(text: string, start: string, end: string, lines: string): string {
  const from = text.indexOf(start)
  const at = text.indexOf(`\n${end}\n`, from)
  if (from < 0 || at < 0) throw new Error(`There is no «${start}» that ends with «${end}»`)
  return `${text.slice(0, at)}\n${lines}${text.slice(at)}`
}

function change(file: string, edit: (text: string) => string): string {
  writeFileSync(file, edit(readFileSync(file, 'utf8')))
  return file
}

/** @returns the changed files */
export function newEndpoint(given: string[]): string[] {
  const { values, positionals } = parseArgs({
    args: given,
    allowPositionals: true,
    options: { subject: { type: 'string' }, path: { type: 'string' } },
  })
  const [name = ''] = positionals
  const { subject = '', path = `/v1/user/${name.toLowerCase()}` } = values
  if (!/^[a-z][A-Za-z]+$/.test(name))
    throw new Error('The name is a verb and a thing: listVouchers')
  if (!SUBJECTS.includes(subject)) throw new Error(`--subject is one of ${SUBJECTS.join(', ')}`)
  if (!/^(\/[\w.-]+)+$/.test(path)) throw new Error('--path begins with a slash: /v2/user/vouchers')

  const response = `${name}Answer`
  // Stores are public, so no token is sent.
  const isPublic = subject === 'stores'
  return [
    change(
      `app/gateways/schemas/${subject}.server.ts`,
      (text) => `${text.trimEnd()}

/** What \`${name}\` answers: what a screen shows of it; \`maybe\` and \`orElse\` for what it can do without. */
export const ${response} = z.object({ id: z.string() })
`,
    ),
    change(`app/gateways/${subject}.server.ts`, (text) =>
      insertBefore(
        text,
        `export const ${subject}Endpoints = {`,
        '}',
        `  ${name}: endpoint({
    gateway: '${subject === 'identity' ? 'magnit-id' : 'web'}',
    method: 'GET',
    path: '${path}',
    auth: '${isPublic ? 'none' : 'required'}',
    effect: 'safe',
    response: schemas.${response},
    without: 'nothing is shown of it',
  }),`,
      ),
    ),
    change(`sandbox/handlers/${subject}.ts`, (text) =>
      insertBefore(
        text,
        `export function ${subject}(`,
        '  ]',
        `    ${isPublic ? 'open' : 'personal'}({
      gateway,
      name: 'GET ${path}',
      response: () => ({ id: '1' }),
    }),`,
      ),
    ),
    change('tests/support/reads.ts', (text) =>
      insertBefore(text, 'export const reads', '}', `  'GET ${path}': null,`),
    ),
  ]
}
