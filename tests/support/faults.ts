import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { parse } from 'yaml'
import { z } from 'zod'

const FAULTS = 'tests/mutations'
const TEST_FILE = /\.(?:test|spec)\.tsx?$/
/** A title that begins with the rows of the specification that it proves: `'3.24: …'`, `'3.2, 3.3: …'`. */
const TITLE = /(['"`])(\d{1,2}\.\d{1,2}(?:, \d{1,2}\.\d{1,2})*): /g

const faultSchema = z.strictObject({
  /** The row of the specification that the fault breaks. */
  row: z
    .string()
    .regex(/^\d{1,2}\.\d{1,2}$/)
    .optional(),
  /** What the product then does. */
  breaks: z.string(),
  file: z.string(),
  /** The text that stands once in the file, and what replaces it. */
  from: z.string(),
  to: z.string(),
  /** Of a fault without a row: the file of the test and its title, with `%s` for a placeholder. */
  test: z.string().optional(),
})

/** A small change of the product that a test must notice. */
export type Fault = z.output<typeof faultSchema>

/** All faults, in the order of their files. */
export function readFaults(): Fault[] {
  return readdirSync(FAULTS)
    .filter((name) => name.endsWith('.yaml'))
    .toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }))
    .flatMap((name) => z.array(faultSchema).parse(parse(readFileSync(join(FAULTS, name), 'utf8'))))
}

/** The files of the tests that prove each row, the cheapest first. */
export function readProofs(): Map<string, string[]> {
  const files = execFileSync('git', [
    'ls-files',
    '-co',
    '--exclude-standard',
    'app',
    'edge',
    'sandbox',
    'tests',
  ])
    .toString()
    .split('\n')
    .filter((file) => TEST_FILE.test(file) && existsSync(file))
  const proofs = new Map<string, string[]>()
  for (const file of files.toSorted((one, other) => getCost(one) - getCost(other)))
    for (const [, , rows = ''] of readFileSync(file, 'utf8').matchAll(TITLE))
      for (const row of rows.split(', '))
        proofs.set(row, [...new Set([...(proofs.get(row) ?? []), file])])
  return proofs
}

/** Whether a test needs the built application, or a browser as well. */
export const getCost = (file: string): 0 | 1 | 2 =>
  file.startsWith('tests/e2e/') ? 2 : /^tests\/(?!deploy|scripts|capacity)/.test(file) ? 1 : 0
