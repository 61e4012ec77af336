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
