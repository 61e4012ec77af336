/** Emoji with their modifiers, flags, and letters with their marks stay whole, except in Firefox before 125. */
function getLetters(text: string): Iterable<string> {
  if ('Segmenter' in Intl)
    return Array.from(new Intl.Segmenter('ru').segment(text), ({ segment }) => segment)
  return text
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
  // A text may be very long: only as much of it is split as could be needed.
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
