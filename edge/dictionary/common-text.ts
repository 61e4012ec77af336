/** Where a page may be cut: before a tag, the end of a rule and the next value of its data. */
const seams = /(?=[<},])/
/** So many pieces in a row make a passage; fewer would be found anyhow. */
const PASSAGE = 4

/** Each passage of a page by where it begins. */
const passagesOf = (pieces: string[]): string[] =>
  Array.from({ length: Math.max(0, pieces.length - PASSAGE + 1) }, (_, at) =>
    pieces.slice(at, at + PASSAGE).join(''),
  )

/**
 * What stands in both of two pages, pair by pair, each passage once and in the order of the first page:
 * nothing that only one of them has, whoever's it is.
 */
export function commonText(pairs: readonly (readonly [string, string])[]): string {
  const existing = new Set<string>()
  return pairs
    .map(([page, other]) => {
      const pieces = page.split(seams)
      const shared = new Set(passagesOf(other.split(seams)))
      const positions = new Set<number>()
      passagesOf(pieces).forEach((passage, at) => {
        if (!shared.has(passage) || existing.has(passage)) return
        existing.add(passage)
        for (let piece = at; piece < at + PASSAGE; piece += 1) positions.add(piece)
      })
      return pieces.filter((_, at) => positions.has(at)).join('')
    })
    .join('')
}
