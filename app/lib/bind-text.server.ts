import { monthsOfDays } from './dates'
import { remembered } from './remembered'

const NO_BREAK = '\u00a0'

/**
 * A number must not be separated from its unit, «д.» from its number, a short preposition from its
 * noun.
 */
const figureAndUnit = /(\d) (?=[₽%]|(?:г|кг|мл|л|шт|м|см)(?:[.,;)]|\s|$))/g
const months = monthsOfDays.join('|')
/** «23 ноября», «25 дней», «17:09 (МСК)». */
const figureOfTime = new RegExp(`(\\d) (?=(?:${months}|день|дня|дней)(?![а-яё])|\\(МСК\\))`, 'g')
const abbreviation = /((?:^|[\s(«,])(?:г|ул|д|корп|стр|пр|пер|кв)\.) (?=\S)/g
/** A sequence of short prepositions and particles: «а не код». */
const shortWord = /(?:^|[\s(«])(?:(?:в|во|к|ко|о|об|с|со|у|и|а|на|по|за|из|до|от|не|ещё) )+(?=\S)/gi
const dash = / (?=[—–] )/g
/** Names of products and sections repeat, so they are cached; longer texts are not. */
const MAX_BOUND_LENGTH = 120

/**
 * Inserts no-break spaces into a name, title, address or term: «3000 ₽», «д. 5», «у дома», «23
 * ноября» stay together. For display only, never for comparison.
 */
export function bindText(text: string): string {
  return text.length > MAX_BOUND_LENGTH ? bind(text) : boundBefore(text)
}

const boundBefore = remembered(5000, bind)

function bind(text: string): string {
  return text
    .replace(figureAndUnit, `$1${NO_BREAK}`)
    .replace(figureOfTime, `$1${NO_BREAK}`)
    .replace(abbreviation, `$1${NO_BREAK}`)
    .replace(shortWord, (found) => found.charAt(0) + found.slice(1).replaceAll(' ', NO_BREAK))
    .replace(dash, NO_BREAK)
}

/** Applies `bindText` to every string in a value, at any depth. */
export function bindTexts<Value>(value: Value): Value {
  if (typeof value === 'string') return bindText(value) as Value
  if (Array.isArray(value)) return value.map(bindTexts) as Value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, bindTexts(each)]),
  ) as Value
}
