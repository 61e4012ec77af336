// Makes docs/reference/limits.md from the table of limits.
import { limitTable } from '../app/session/limit-table.server'

export const LIMITS = 'docs/reference/limits.md'

/** Each limit with its figures, its key and its effect. */
function limitsTable(): string {
  const rows = Object.entries(limitTable).map(([name, limit]) => {
    const { points, seconds, of, whenOver, wayOut, sum } = limit
    const above = sum in limitTable ? `\`${sum}\`` : sum
    return [`\`${name}\``, points, `${seconds} s`, of, whenOver, wayOut, above].join(' | ')
  })
  const head = 'limit | points | in | of | when it is over | way out for others | sum above it'
  return [head, '--- | --- | --- | --- | --- | --- | ---', ...rows]
    .map((row) => `| ${row} |`)
    .join('\n')
}

/** The document of limits, before it is formatted. */
export function limitsDocument(): string {
  return `# Limits

<!-- Made of app/session/limit-table.server.ts by npm run docs: change it there. -->

[Security](../security.md#limits) says how limits are counted and why. Each names who pays for it, how others who share its key
go on, and the sum above it, which no spread of keys exceeds.

${limitsTable()}
`
}
