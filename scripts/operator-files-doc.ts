// The tables of the operator's files in docs/operations.md, from the schemas that read them.
import { z } from 'zod'

import { landingShape, noticeShape, switchesShape } from '../app/operator/file-shapes.server'
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
const table = (head: string[], rows: string[][]) =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n')

function extentOf({ enum: choices, maxLength }: Property): string {
  if (choices) return ` (${choices.map(code).join(', ')})`
  return maxLength ? ` (at most ${maxLength} characters)` : ''
}

function keys(shape: z.ZodType, missing: string): string {
  const { properties = {}, required = [] } = z.toJSONSchema(shape, { io: 'input' })
  const rows = Object.entries(properties as Record<string, Property>).map(([name, property]) => [
    code(name),
    (property.description ?? '') + extentOf(property),
    required.includes(name)
      ? '**required**'
      : property.default === undefined
        ? missing
        : code(String(property.default)),
  ])
  return table(['key', 'meaning', 'default'], rows)
}

/** The parts of docs/operations.md about the files of `CONTENT_DIR`, by the names of their marks. */
export function operatorFileTables(): Record<string, string> {
  return {
    landing: keys(landingShape, 'ours'),
    notice: keys(noticeShape, 'none'),
    switches: [
      keys(switchesShape, 'none'),
      '',
      table(
        ['name', 'what it switches off'],
        Object.entries(killSwitches).map(([name, meaning]) => [code(name), meaning]),
      ),
    ].join('\n'),
  }
}
