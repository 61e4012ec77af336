import type { Month } from './transactions.server'

/** A month that lies on two pages is one month; what both pages hold is shown once. */
export function joined(months: Month[]): Month[] {
  const byKey = new Map<string, Month>()
  for (const month of months) {
    const known = byKey.get(month.key)
    if (!known) {
      byKey.set(month.key, month)
      continue
    }
    const ids = new Set(known.rows.map(({ id }) => id))
    const rows = [...known.rows, ...month.rows.filter(({ id }) => !ids.has(id))]
    byKey.set(month.key, { ...known, rows, totals: known.totals ?? month.totals })
  }
  return [...byKey.values()]
}
