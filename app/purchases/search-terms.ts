/** A piece of a text; `isHit` marks a search result. */
export interface Piece {
  text: string
  isHit: boolean
}

const word = /[\p{L}\p{N}]+/gu
/** Without its ending a term also finds other forms: «молоко» and «молока», «рыба» and «рыбы». */
const ending = /^(.{3,})[аеиоуыэюяйь]$/u

/** Cyrillic letters and the Latin ones that look like them, on receipts and keyboards. */
// cspell:disable-next-line
const [CYRILLIC, LATIN] = [[...'аеорсухкмнтв'], [...'aeopcyxkmhtb']]

/** Ignores case, «ё», alphabets of the same look and decomposed letters; keeps the length of the composed text. */
function fold(text: string): string {
  return Array.from(text, (letter) => {
    const small = letter.toLowerCase()
    return small.length === letter.length ? small : letter
  })
    .join('')
    .replaceAll('ё', 'е')
    .replace(/[a-z]/g, (letter) => CYRILLIC[LATIN.indexOf(letter)] ?? letter)
}

/** The different search terms in typed text, as `hasAllTerms` expects them. */
export function termsOf(typed: string): string[] {
  const terms = Array.from(fold(typed.normalize()).matchAll(word), ([found]) => found)
  return [...new Set(terms)]
}

const stemOf = (each: string) => each.replace(ending, '$1')

/** True when each term is the prefix of a term in any of the texts. */
export function hasAllTerms(texts: readonly string[], terms: readonly string[]): boolean {
  const there = Array.from(fold(texts.join(' ').normalize()).matchAll(word), ([found]) => found)
  return terms.every((each) => there.some((found) => found.startsWith(stemOf(each))))
}

/** The number of matching letters at the beginning of a term. */
function hitLength(found: string, terms: readonly string[]): number {
  const lengths = terms.map((each) => {
    if (found.startsWith(each)) return each.length
    const stem = stemOf(each)
    return found.startsWith(stem) ? stem.length : 0
  })
  return Math.max(0, ...lengths)
}

/** Splits a text into matches and the pieces between; joined, they are the text. */
export function markTerms(text: string, terms: readonly string[]): Piece[] {
  const whole = text.normalize()
  const pieces: Piece[] = []
  let done = 0
  for (const { 0: found, index } of fold(whole).matchAll(word)) {
    const length = hitLength(found, terms)
    if (length === 0) continue
    if (index > done) pieces.push({ text: whole.slice(done, index), isHit: false })
    pieces.push({ text: whole.slice(index, index + length), isHit: true })
    done = index + length
  }
  if (done < whole.length) pieces.push({ text: whole.slice(done), isHit: false })
  return pieces
}
