import { MOSCOW } from '~/lib/time-zones'
import { wallClock } from '~/lib/wall-clock'

const monthStems = [
  'янв',
  'фев',
  'мар',
  'апр',
  'ма',
  'июн',
  'июл',
  'авг',
  'сен',
  'окт',
  'ноя',
  'дек',
]

interface DateParts {
  day: string
  month: string
  year: string
}

type BirthDate =
  | { kind: 'empty' }
  | { kind: 'date'; value: string }
  | { kind: 'invalid'; part: 'day' | 'month' | 'year'; message: string }

const YOUNGEST_YEARS = 14
const OLDEST_YEARS = 120

const padded = (number: number) => String(number).padStart(2, '0')

function monthNumber(input: string): number | null {
  if (/^\d{1,2}$/.test(input)) return Number(input)
  const word = input.toLowerCase()
  // «мар» before «ма»: longer stems are tried first.
  const byLength = monthStems
    .map((stem, index) => ({ stem, number: index + 1 }))
    .sort((a, b) => b.stem.length - a.stem.length)
  return byLength.find(({ stem }) => word.startsWith(stem))?.number ?? null
}

/**
 * Reads a birth date from three fields; the month may be a number or a Russian name. The value is
 * `YYYY-MM-DD`; an error names the field to correct. The shopper is at least 14 by Moscow's calendar.
 */
export function parseBirthDate(parts: DateParts, now: Date): BirthDate {
  const dayText = parts.day.trim()
  const monthText = parts.month.trim()
  const yearText = parts.year.trim()
  if (!dayText && !monthText && !yearText) return { kind: 'empty' }

  const invalid = (part: keyof DateParts, message: string): BirthDate => ({
    kind: 'invalid',
    part,
    message,
  })
  if (!dayText) return invalid('day', 'Укажите день рождения')
  if (!monthText) return invalid('month', 'Укажите месяц рождения')
  if (!yearText) return invalid('year', 'Укажите год рождения')

  const day = /^\d{1,2}$/.test(dayText) ? Number(dayText) : 0
  if (day < 1 || day > 31) return invalid('day', 'День — это число от 1 до 31')
  const month = monthNumber(monthText)
  if (!month || month > 12) return invalid('month', 'Месяц — это число от 1 до 12 или название')
  if (!/^\d{4}$/.test(yearText)) return invalid('year', 'Год — это четыре цифры, например 1985')
  const year = Number(yearText)

  const date = new Date(Date.UTC(year, month - 1, day))
  if (date.getUTCMonth() !== month - 1) return invalid('day', 'Такого дня в этом месяце нет')

  // Calendar days as text: a birthday is no instant, and starts at midnight in Moscow.
  const value = `${yearText}-${padded(month)}-${padded(day)}`
  const today = wallClock(now, MOSCOW)
  const yearsAgo = (years: number) =>
    `${today.year - years}-${padded(today.month)}-${padded(today.day)}`
  if (value > yearsAgo(0)) return invalid('year', 'Дата рождения ещё не наступила')
  if (value > yearsAgo(YOUNGEST_YEARS))
    return invalid('year', 'Участвовать в программе можно с 14 лет')
  if (value < yearsAgo(OLDEST_YEARS))
    return invalid('year', 'Проверьте год: получается больше 120 лет')
  return { kind: 'date', value }
}

/** `1985-04-13` → three fields of a form. */
export function splitDate(date: string | null): DateParts {
  const [year = '', month = '', day = ''] = date?.split('-') ?? []
  return { day: day.replace(/^0/, ''), month: month.replace(/^0/, ''), year }
}
