const PIECES = [
  'Очень-очень длинное имя ',
  '<b>с разметкой</b> ',
  '<script>alert("ой")</script> ',
  'и «кавычками» & амперсандом ',
  'مرحبا بالعالم ',
  'שלום עולם ',
  '🍏🥖🧀👩‍👩‍👧‍👦 ',
  'Сверхдлинноесловобезединогопробелакотороенепомещаетсянивкакуюстроку ',
  "'; DROP TABLE users; -- ",
]

/** A text of exactly `length` characters that a careless screen would break on. */
export function longText(length: number, start = ''): string {
  const characters = Array.from(start)
  for (let turn = 0; characters.length < length; turn += 1) {
    characters.push(...Array.from(PIECES[turn % PIECES.length]!))
  }
  return characters.slice(0, length).join('')
}
