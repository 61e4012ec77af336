import { formatNumber } from '~/lib/numbers'

/** Formats metres: `350 м`, `1,2 км`, `14 км`; empty for an invalid distance. */
export function formatDistance(metres: number): string {
  if (!Number.isFinite(metres) || metres < 0) return ''
  if (metres < 950) return `${Math.max(10, Math.round(metres / 10) * 10)} м`
  const kilometres = metres / 1000
  return `${formatNumber(kilometres < 10 ? Math.round(kilometres * 10) / 10 : Math.round(kilometres))} км`
}
