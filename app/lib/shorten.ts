/** Letters as people see them, for Firefox before 125, which has no `Intl.Segmenter`. */
const LETTERS =
  /\p{Regional_Indicator}{2}|\r\n|.(?:[\p{M}\p{Emoji_Modifier}\u{e0020}-\u{e007f}]|\u200d\p{Extended_Pictographic}?)*/gsu

/** Emoji with their modifiers, flags, and letters with their marks stay whole. */
function* getLetters(text: string): Iterable<string> {
  if ('Segmenter' in Intl)
    for (const { segment } of new Intl.Segmenter('ru').segment(text)) yield segment
  else for (const [letter] of text.matchAll(LETTERS)) yield letter
}

/**
 * Cuts a text from outside between letters as people see them. Has no blank at its end.
 * @param most the limit in code points
 */
export function cutText(text: string, most: number): string {
  // A code point has one or two code units, so a short string needs no splitting.
  if (text.length <= most) return text
  let start = ''
  let count = 0
  // Of an endless text only the part that holds one code point more than the limit is read.
  for (const letter of getLetters(text.slice(0, 2 * most + 2))) {
    count += Array.from(letter).length
    if (count > most) return start.trimEnd()
    start += letter
  }
  return text
}

/** Trims a long text from outside, cuts it between letters and adds «…». */
export function shorten(text: string, most: number): string {
  const whole = text.trim()
  const start = cutText(whole, most)
  return start === whole ? whole : `${start}…`
}
