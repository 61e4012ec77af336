import { cpus } from 'node:os'

import { getVersion } from '../../scripts/runtime'
import { appNode } from '../support/app-process'

/** A Markdown table. */
export function table(heads: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n')
}

/** A measured section of the report, between marks for the next run. */
export function section(name: string, text: string): string {
  const [cpu] = cpus()
  const machine = `${cpus().length} × ${cpu?.model ?? 'unknown'}, Node ${(getVersion(appNode) ?? '').slice(1)}`
  const date = new Date().toISOString().slice(0, 10)
  return `<!-- ${name} -->\n\n_${date}, ${machine}_\n\n${text}\n\n<!-- /${name} -->`
}
