import russian from 'hyphen/ru'
import { LRUCache } from 'lru-cache'

/** A word that fits any line at 320 px needs no places to break; no word of a language is longer. */
const LONG_WORD = /[а-яё]{12,60}/gi
/** A break leaves so many letters on each line at least. */
const FEWEST_LETTERS = 4
const SOFT_HYPHEN = '\u00ad'
/** Words of goods repeat: some 2,000 of them make up the names of a whole chain. */
const known = new LRUCache<string, string>({ max: 5000 })

/**
 * A name with the places where its long words may break: «ультра­пасте­ри­зован­ное». Browsers without
 * a Russian dictionary know none. For what is read on a page alone: never for a label, a title, an
 * address or what is compared.
 */
export function withSoftHyphens(name: string): string {
  return name.replace(LONG_WORD, (word) => {
    let broken = known.get(word)
    if (broken === undefined) {
      broken = breakWord(word)
      known.set(word, broken)
    }
    return broken
  })
}

function breakWord(word: string): string {
  let broken = ''
  let used = 0
  for (const syllable of russian
    .hyphenateSync(word, { hyphenChar: SOFT_HYPHEN })
    .split(SOFT_HYPHEN)) {
    const isInside = used >= FEWEST_LETTERS && word.length - used >= FEWEST_LETTERS
    broken += used > 0 && isInside ? SOFT_HYPHEN + syllable : syllable
    used += syllable.length
  }
  return broken
}
