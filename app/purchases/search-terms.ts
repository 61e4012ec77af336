/** A piece of a text; `isHit` where it is what was looked for. */
export interface Piece {
  text: string
  isHit: boolean
}

const word = /[\p{L}\p{N}]+/gu
/** Without its ending a word also finds its other forms: «молоко» and «молока», «рыба» and «рыбы». */
const ending = /^(.{3,})[аеиоуыэюяйь]$/u

/** Case, «ё» and how letters are composed do not count; as long as the composed text itself. */
function fold(text: string): string {
  return Array.from(text, (letter) => {
    const small = letter.toLowerCase()
    return small.length === letter.length ? small : letter
  })
    .join('')
    .replaceAll('ё', 'е')
}

/** The text of what was typed, each once, as `hasAllWords` wants them. */
export function termsOf(typed: string): string[] {
  const terms = Array.from(fold(typed.normalize()).matchAll(word), ([found]) => found)
  return [...new Set(terms)]
}

const stemOf = (each: string) => each.replace(ending, '$1')

/** Whether each word begins some word of the texts, whichever of them. */
export function hasAllTerms(texts: readonly string[], terms: readonly string[]): boolean {
  const there = Array.from(fold(texts.join(' ').normalize()).matchAll(word), ([found]) => found)
  return terms.every((each) => there.some((found) => found.startsWith(stemOf(each))))
}

/** How many letters of a word are what was looked for. */
function hitLength(found: string, terms: readonly string[]): number {
  const lengths = terms.map((each) => {
    if (found.startsWith(each)) return each.length
    const stem = stemOf(each)
    return found.startsWith(stem) ? stem.length : 0
  })
  return Math.max(0, ...lengths)
}

/** Cuts a text into what was looked for and what stands between; joined, they are the text. */
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
