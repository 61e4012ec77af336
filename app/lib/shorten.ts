/**
 * Cuts a long text from outside and adds «…»; never cuts a character in half.
 * @param most the limit in characters
 */
export function shorten(text: string, most: number): string {
  const whole = text.trim()
  // A character has one or two code units, so a short string needs no splitting.
  if (whole.length <= most) return whole
  const letters = Array.from(whole)
  return letters.length > most ? `${letters.slice(0, most).join('')}…` : whole
}
