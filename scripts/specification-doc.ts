import { readFileSync } from 'node:fs'

import { readFaults, readProofs } from '../tests/support/faults'
import { code } from './markdown'

const ROW = /^\| (\d+\.\d+) +\| (.+?) +\| (\S+) +\| (.+?) +\|$/gm
const COUNT = /Of \d+ statements[^.]*\./

/** The specification with its columns of files and tests, from the faults that break each row and the titles of tests. */
export function specificationDoc(path: string): string {
  const faults = readFaults()
  const proofs = readProofs()
  const text = readFileSync(path, 'utf8')
  const rows = [...text.matchAll(ROW)]
  const differing = rows.filter(([line]) => line.includes('**Differs:**')).length
  return text
    .replace(
      COUNT,
      () =>
        `Of ${rows.length} statements ${rows.length - differing} are proven and ${differing} are proven and differ by a record.`,
    )
    .replace(ROW, (_, id: string, statement: string, file: string, test: string) => {
      const broken = faults.find(({ row }) => row === id)?.file
      const tests = proofs.get(id)?.map(code).join(', ')
      return `| ${id} | ${statement} | ${broken ? code(broken) : file} | ${tests ?? test} |`
    })
}
