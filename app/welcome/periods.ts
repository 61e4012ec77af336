import { plural } from '~/lib/plural'

const units = [
  { seconds: 31_536_000, forms: ['год', 'года', 'лет'] },
  { seconds: 86_400, forms: ['день', 'дня', 'дней'] },
  { seconds: 3600, forms: ['час', 'часа', 'часов'] },
  { seconds: 60, forms: ['минута', 'минуты', 'минут'] },
] as const

/** A duration in its largest whole unit: `1 год`, `2 часа`; null is a browser session. */
export function formatPeriod(seconds: number | null): string {
  if (seconds === null) return 'до закрытия браузера'
  const unit = units.find((candidate) => seconds >= candidate.seconds) ?? units[3]
  const count = Math.max(1, Math.round(seconds / unit.seconds))
  const [one, few, many] = unit.forms
  return `${count} ${plural(count, one, few, many)}`
}
