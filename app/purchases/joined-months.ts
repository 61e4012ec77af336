import type { Month } from './transactions.server'

/** Joins a month that lies on two pages, without repetitions. */
export function joined(months: Month[]): Month[] {
  const byKey = new Map<string, Month>()
  for (const month of months) {
    const existing = byKey.get(month.key)
    if (!existing) {
      byKey.set(month.key, month)
      continue
    }
    const ids = new Set(existing.rows.map(({ id }) => id))
    const rows = [...existing.rows, ...month.rows.filter(({ id }) => !ids.has(id))]
    byKey.set(month.key, { ...existing, rows, totals: existing.totals ?? month.totals })
  }
  return [...byKey.values()]
}
