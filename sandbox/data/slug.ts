const LETTERS: Record<string, string> = Object.fromEntries(
  (
    'а:a б:b в:v г:g д:d е:e ё:e ж:zh з:z и:i й:j к:k л:l м:m н:n о:o п:p р:r с:s т:t у:u ф:f ' +
    'х:h ц:c ч:ch ш:sh щ:shch ъ: ы:y ь: э:e ю:yu я:ya'
  )
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]),
)

/** A Russian name in the Latin letters of an address: «Молоко 2,5%» becomes `moloko-2-5`. */
export function getSlug(name: string): string {
  return Array.from(name.toLowerCase(), (letter) => LETTERS[letter] ?? letter)
    .join('')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}
