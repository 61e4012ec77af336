/** A shorter word fits any line. */
const LONG_WORD = /[а-яё]{12,60}/gi
/** A vowel after at least three letters, before a syllable of at least four. */
const SYLLABLE_END = /([а-яё]{3,20}?[аеёиоуыэюя])(?=[бвгджзйклмнпрстфхцчшщ][аеёиоуыэюя][а-яё]{2})/gi

/**
 * A name with soft hyphens in its long words: «ультра-пасте-ризо-ванное». Browsers of a computer have no
 * Russian dictionary. For display only: never for a label, an address or a comparison.
 */
export function withSoftHyphens(name: string): string {
  return name.replace(LONG_WORD, (word) => word.replace(SYLLABLE_END, '$1\u00ad'))
}
