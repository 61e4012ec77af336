/**
 * The beginning of a text from outside that is too long for its place, with «…» behind it; a text
 * that fits is left whole. Letters are never cut in half.
 * @param most how many letters fit
 */
export function shorten(text: string, most: number): string {
  const whole = text.trim()
  // A letter takes one or two units, so what has few of these need not be taken apart.
  if (whole.length <= most) return whole
  const letters = Array.from(whole)
  return letters.length > most ? `${letters.slice(0, most).join('')}…` : whole
}
