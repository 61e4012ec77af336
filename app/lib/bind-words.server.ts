import { remembered } from './remembered'

const NO_BREAK = '\u00a0'

/** What never ends a line: a figure before its sign or unit, «д.» before its number, a short word. */
const figureAndUnit = /(\d) (?=[₽%]|(?:г|кг|мл|л|шт|м|см)(?:[.,;)]|\s|$))/g
const abbreviation = /((?:^|[\s(«,])(?:г|ул|д|корп|стр|пр|пер|кв)\.) (?=\S)/g
const shortWord = /((?:^|[\s(«])(?:в|во|к|ко|о|об|с|со|у|и|а|на|по|за|из|до|от|не)) (?=\S)/gi
/** Names of goods and of sections are met again and again; what is longer is somebody's own text. */
const LONGEST_KEPT = 120
const dash = / (?=[—–] )/g

/**
 * Binds the words of a name, a title or an address so that no line ends or begins badly:
 * «3000 ₽», «д. 5», «у дома» stay together. For what is shown, never for what is compared.
 */
export function bindWords(text: string): string {
  return text.length > LONGEST_KEPT ? bind(text) : boundBefore(text)
}

const boundBefore = remembered(5000, bind)

function bind(text: string): string {
  return text
    .replace(figureAndUnit, `$1${NO_BREAK}`)
    .replace(abbreviation, `$1${NO_BREAK}`)
    .replace(shortWord, `$1${NO_BREAK}`)
    .replace(dash, NO_BREAK)
}
