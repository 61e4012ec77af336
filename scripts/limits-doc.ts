// The table of limits in docs/security.md, from the table that is in force.
import { limitTable } from '../app/session/limits.server'

export const SECURITY = 'docs/security.md'

/** Each limit with its figures, by whom it is counted and what its end means. */
export function limitsTable(): string {
  const rows = Object.entries(limitTable).map(([name, { points, seconds, of, whenOver }]) =>
    [`\`${name}\``, points, `${seconds} s`, of, whenOver].join(' | '),
  )
  const head = 'limit | points | in | of | when it is over'
  return [head, '--- | --- | --- | --- | ---', ...rows].map((row) => `| ${row} |`).join('\n')
}
