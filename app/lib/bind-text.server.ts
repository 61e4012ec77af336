import { remembered } from './remembered'

const NO_BREAK = '\u00a0'

/** What never ends a line: a figure before its sign or unit, «д.» before its number, short prepositions. */
const figureAndUnit = /(\d) (?=[₽%]|(?:г|кг|мл|л|шт|м|см)(?:[.,;)]|\s|$))/g
const months = 'января|февраля|марта|апреля|мая|июня|июля|августа|сентября|октября|ноября|декабря'
/** «23 ноября», «25 дней», «17:09 (МСК)». */
const figureOfTime = new RegExp(`(\\d) (?=(?:${months}|день|дня|дней)(?![а-яё])|\\(МСК\\))`, 'g')
const abbreviation = /((?:^|[\s(«,])(?:г|ул|д|корп|стр|пр|пер|кв)\.) (?=\S)/g
/** One or several in a row: «а не код». */
const shortWord = /(?:^|[\s(«])(?:(?:в|во|к|ко|о|об|с|со|у|и|а|на|по|за|из|до|от|не|ещё) )+(?=\S)/gi
const dash = / (?=[—–] )/g
/** Names of goods and of sections are met again and again; what is longer is somebody's own text. */
const LONGEST_BOUND = 120

/**
 * Binds the text of a name, a title, an address or a term so that no line ends or begins badly:
 * «3000 ₽», «д. 5», «у дома», «23 ноября» stay together. For what is shown, never for what is compared.
 */
export function bindText(text: string): string {
  return text.length > LONGEST_BOUND ? bind(text) : boundBefore(text)
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

/** The same of every text in it, however deep. */
export function bindTexts<Value>(value: Value): Value {
  if (typeof value === 'string') return bindText(value) as Value
  if (Array.isArray(value)) return value.map(bindTexts) as Value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, bindTexts(each)]),
  ) as Value
}
