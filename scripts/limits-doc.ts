// Makes docs/reference/limits.md from the table of limits.
import { limitTable } from '../app/session/limits.server'

export const LIMITS = 'docs/reference/limits.md'

/** Each limit with its figures, its key and its effect. */
function limitsTable(): string {
  const rows = Object.entries(limitTable).map(([name, { points, seconds, of, whenOver }]) =>
    [`\`${name}\``, points, `${seconds} s`, of, whenOver].join(' | '),
  )
  const head = 'limit | points | in | of | when it is over'
  return [head, '--- | --- | --- | --- | ---', ...rows].map((row) => `| ${row} |`).join('\n')
}

/** The document of limits, before it is formatted. */
export function limitsDocument(): string {
  return `# Limits

<!-- Made of app/session/limits.server.ts by npm run docs: change it there. -->

[Security](../security.md#limits) says how limits are counted and why.

${limitsTable()}
`
}
