// Makes docs/reference/operator-files.md from the schemas that read the operator's files.
import { z } from 'zod'

import { landingSchema, noticeSchema, switchesSchema } from '../app/operator/file-schemas.server'
import { killSwitches } from '../app/lib/switch-names'

interface Property {
  type?: string
  description?: string
  enum?: string[]
  default?: unknown
  maxLength?: number
}

const row = (cells: string[]) =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
const code = (text: string) => `\`${text}\``
export const OPERATOR_FILES = 'docs/reference/operator-files.md'

const table = (head: string[], rows: string[][]) =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n')

function getExtent({ enum: choices, maxLength }: Property): string {
  if (choices) return ` (${choices.map(code).join(', ')})`
  return maxLength ? ` (at most ${maxLength} characters)` : ''
}

function keys(shape: z.ZodType, missing: string): string {
  const { properties = {}, required = [] } = z.toJSONSchema(shape, { io: 'input' })
  const rows = Object.entries(properties as Record<string, Property>).map(([name, property]) => [
    code(name),
    (property.description ?? '') + getExtent(property),
    required.includes(name)
      ? '**required**'
      : property.default === undefined
        ? missing
        : code(String(property.default)),
  ])
  return table(['key', 'meaning', 'default'], rows)
}

const switchNames = () =>
  table(
    ['name', 'what it switches off'],
    Object.entries(killSwitches).map(([name, meaning]) => [code(name), meaning]),
  )

/** The document of the JSON files in `CONTENT_DIR`, before it is formatted. */
export function operatorFilesDocument(): string {
  return `# Files of \`CONTENT_DIR\`

<!-- Made of app/operator/file-schemas.server.ts and app/lib/switch-names.ts by npm run docs: change it there. -->

Each file is optional. A key that is not listed is an error. [Operations](../operations.md#texts) says how to mount and change them.

## landing.json

The text of the landing, at most 32 kB.

${keys(landingSchema, 'ours')}

## notice.json

One notice above every screen, at most 4 kB.

${keys(noticeSchema, 'none')}

## switches.json

The kill switches, at most 4 kB.

${keys(switchesSchema, 'none')}

${switchNames()}
`
}
