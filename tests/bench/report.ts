import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
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

/** Writes sections between their marks in a document; people write the text around them. */
export function replaceSections(file: string, sections: readonly string[]): void {
  let text = readFileSync(file, 'utf8')
  for (const each of sections) {
    const [begin = '', , end = ''] =
      /^(<!-- \S+ -->)([\s\S]*)(<!-- \/\S+ -->)$/.exec(each)?.slice(1) ?? []
    const [from, to] = [text.indexOf(begin), text.indexOf(end)]
    if (from < 0 || to < 0) throw new Error(`${file} has no place for ${begin}`)
    text = text.slice(0, from) + each + text.slice(to + end.length)
  }
  writeFileSync(file, text)
  execFileSync('npx', ['prettier', '--write', '--log-level', 'warn', file])
}
