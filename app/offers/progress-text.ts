import { formatMoney } from '~/lib/money'
import { formatNumber } from '~/lib/numbers'
import { plural } from '~/lib/plural'

/** The progress of an offer; money in kopecks. */
interface Progress {
  current: number
  target: number
  unit: 'RUB' | 'PIECES' | 'VISITS'
}

/** «1 200 ₽ из 3 000 ₽», «3 из 5 штук», «1 из 4 визитов». */
export function progressText({ current, target, unit }: Progress): string {
  if (unit === 'RUB') return `${formatMoney(current)} из ${formatMoney(target)}`
  const things =
    unit === 'PIECES'
      ? plural(target, 'штуки', 'штук', 'штук')
      : plural(target, 'визита', 'визитов', 'визитов')
  return `${formatNumber(current)} из ${formatNumber(target)}\u00a0${things}`
}

/** «осталось 1 800 ₽», «осталась 1 штука», «осталось 3 визита»; null when done. */
export function remainderText({ current, target, unit }: Progress): string | null {
  const left = target - current
  if (!(left > 0)) return null
  if (unit === 'RUB') return `осталось ${formatMoney(left)}`
  const things =
    unit === 'PIECES'
      ? plural(left, 'штука', 'штуки', 'штук')
      : plural(left, 'визит', 'визита', 'визитов')
  const verb = plural(left, unit === 'PIECES' ? 'осталась' : 'остался', 'осталось', 'осталось')
  return `${verb} ${formatNumber(left)}\u00a0${things}`
}
