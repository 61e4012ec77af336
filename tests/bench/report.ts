import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'

import { filled } from '../../scripts/markdown'
import { getVersion } from '../../scripts/runtime'
import { appNode } from '../support/app-process'

export { table } from '../../scripts/markdown'

/** A measured section of the report: its name, and its text with the day and the machine. */
export function section(name: string, text: string): [name: string, text: string] {
  const [cpu] = cpus()
  const machine = `${cpus().length} × ${cpu?.model ?? 'unknown'}, Node ${(getVersion(appNode) ?? '').slice(1)}`
  const date = new Date().toISOString().slice(0, 10)
  return [name, `_${date}, ${machine}_\n\n${text}`]
}

/** Writes sections between their marks in a document; people write the text around them. */
export function replaceSections(file: string, sections: readonly [string, string][]): void {
  const text = sections.reduce((all, each) => filled(all, ...each), readFileSync(file, 'utf8'))
  writeFileSync(file, text)
  execFileSync('npx', ['prettier', '--write', '--log-level', 'warn', file])
}
