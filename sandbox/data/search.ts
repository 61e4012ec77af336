import { products, type Product } from './products'

/** Normalises a text for comparison: small letters, «ё» as «е», single spaces. */
export function comparableName(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[^\p{L}\p{N}%]+/gu, ' ')
    .trim()
}

const texts = new Map(products.map((product) => [product.id, ` ${comparableName(product.name)}`]))

const vocabulary = [
  ...new Set(
    products
      .flatMap((product) => comparableName(product.name).split(' '))
      .filter((word) => word.length > 3),
  ),
]

/** The edit distance of two terms, two swapped neighbours counted as one; stops after `most`. */
function distance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1
  let beforeLast: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, place) => place)
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= other.length; j += 1) {
      const cost = one[i - 1] === other[j - 1] ? 0 : 1
      let best = Math.min(row[j - 1]! + 1, last[j]! + 1, last[j - 1]! + cost)
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) {
        best = Math.min(best, beforeLast[j - 2]! + 1)
      }
      row.push(best)
    }
    beforeLast = last
    last = row
  }
  return last[other.length]!
}

const matching = (term: string, among: readonly Product[]) => {
  const terms = comparableName(term).split(' ')
  return among.filter((product) =>
    terms.every((word) => texts.get(product.id)!.includes(` ${word}`)),
  )
}

function corrected(term: string): string | undefined {
  const terms = comparableName(term)
    .split(' ')
    .map((word) => {
      if (vocabulary.some((entry) => entry.startsWith(word))) return word
      const most = word.length > 5 ? 2 : 1
      const [nearest] = vocabulary
        .map((entry) => ({ entry, far: distance(word, entry, most) }))
        .filter(({ far }) => far <= most)
        .sort((one, other) => one.far - other.far)
      return nearest?.entry ?? word
    })
    .join(' ')
  return terms === comparableName(term) ? undefined : terms
}

const MAX_TERM_LENGTH = 100

/** The products with every term in their names; misspelt terms are corrected. */
export function searchProducts(
  term: string,
  among: readonly Product[],
): { found: readonly Product[]; correctedTerm?: string } {
  const asked = term.slice(0, MAX_TERM_LENGTH)
  if (comparableName(asked) === '') return { found: term.trim() === '' ? among : [] }
  const found = matching(asked, among)
  if (found.length > 0) return { found }
  const correctedTerm = corrected(asked)
  const better = correctedTerm === undefined ? [] : matching(correctedTerm, among)
  return better.length > 0 && correctedTerm !== undefined
    ? { found: better, correctedTerm }
    : { found: [] }
}
